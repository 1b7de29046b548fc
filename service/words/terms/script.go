package terms

// Unspaced reports whether r belongs to a script written without spaces.
func Unspaced(r rune) bool {
	switch {
	case r < 0x0E00:
		return false
	case r <= 0x0E7F, r >= 0x3040 && r <= 0x30FF && r != '・', r >= 0x3400 && r <= 0x4DBF,
		r >= 0x4E00 && r <= 0x9FFF, r >= 0xAC00 && r <= 0xD7AF, r >= 0xF900 && r <= 0xFAFF,
		r >= 0x20000 && r <= 0x2FA1F:
		return true
	}
	return false
}
