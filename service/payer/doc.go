// Package payer is somebody who pays for single requests and knows the protocols
// alone: its tests have a wallet, challenges, credentials and receipts of their own,
// made from what x402 and MPP say and from nothing that service or client are made
// of. What it pays with and what it gets for it crosses a socket.
package payer
