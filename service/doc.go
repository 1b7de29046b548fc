// Package service holds the records of the Creator Data Service, the errors its
// contract has codes for, and the ports to what keeps and fetches them. It knows
// neither HTTP nor SQL, and no rule. The engines below it (billing, media, search,
// analysis) know nothing of it; access, catalogue and rules work on its records;
// the adapters (store, httpapi, live, world, importer) are wired together by
// service/boot.
package service
