// Package importer reads what planners bring along (creator tables, tables of
// posts, captions, video descriptions) into a sink. It owns how such files are
// recognised, what their cells mean and how a row meets what is stored already.
// It must not know how records are kept, nor print: it answers plain figures
// and reasons, in which the texts of files stand as they are.
//
// How rows meet the store: by the rules of service.MergeCreator and its kin, what
// was seen earlier first. Content that was read to its end before only fills gaps,
// as does a second row for the same account in one file. So the same files come to
// the same content in any order, and reading them twice changes nothing.
//
// Usernames of the long-video network. A column of handles is taken as it is.
// Where a table has names only, the username is the letters and digits of the
// name in lower case ("T-Series" is tseries), so that the same channel meets
// itself in several tables; where only an id is known, the id is the username.
package importer
