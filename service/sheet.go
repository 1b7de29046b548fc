package service

import "greenroom/api"

// Sheet is the stored part of a list beyond its shortlist.
type Sheet struct {
	Owner
	ID      string // of the shortlist
	Version int    // of the shortlist
	Latest  SheetVersion
	// Columns holds each reviewer's column, by the reviewer's id.
	Columns  map[string]api.SheetColumn
	Openings []SheetOpening // in the order in which it was opened
}

// SheetVersion is a sheet as somebody stored it. Version 0 is none.
type SheetVersion struct {
	api.SheetVersion
	Body []byte
}

// SheetOpening records the first reader of a sheet's version.
type SheetOpening struct {
	api.SheetOpening
	Person string
}
