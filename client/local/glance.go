package local

import "context"

// Accounts are those that the memory in a file has seen numbers of, as
// PLATFORM:NAME, those seen last first. A memory that cannot be read has none.
func Accounts(ctx context.Context, path string) []string {
	list, _ := ours.Glance(ctx, path, "SELECT platform || ':' || username FROM snapshots GROUP BY platform, username ORDER BY max(at) DESC LIMIT 2000")
	return list
}
