package api

// Permission is a scope of OAuth: what a program may do for a user who signed in.
// A key of an account may do all of it.
type Permission string

// The permissions. Which one an endpoint needs stands in the description.
const (
	PermissionRead  Permission = "read"
	PermissionWrite Permission = "write"
)

// Permissions lists all of them; the first is what is asked for where nothing is
// said.
func Permissions() []Permission { return []Permission{PermissionRead, PermissionWrite} }

var permissions = map[Permission]string{
	PermissionRead:  "Search creators and read their data, which costs credits; read your shortlists.",
	PermissionWrite: "Save, change and delete your shortlists; add creators to the catalog, which costs credits.",
}

// About says for people what a permission lets a program do.
func (p Permission) About() string { return permissions[p] }

// Headers of OAuth.
const (
	HeaderAuthorization = "Authorization"
	HeaderChallenge     = "WWW-Authenticate"
)
