// Package media reads what the common download tools leave on disk: captions,
// descriptions of videos and the addresses of posts, channels and profiles. It
// owns those formats and nothing of how their content is kept or answered: it
// knows the words of the contract, neither records nor stores.
package media
