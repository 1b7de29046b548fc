// Package service holds the rules of the Creator Data Service and the records
// they work on: what a request means, what it finds, what it costs. It knows
// neither HTTP nor SQL. The engines below it (billing, media, search) know nothing of
// it; the adapters below it (store, http, live, world, importer) import it and are
// wired together by service/boot.
package service
