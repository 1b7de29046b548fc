package api

// The forms of values as regular expressions, for descriptions: they say the same
// as the functions Valid… of this package, which are faster. They use only what
// Go, ECMAScript and Python read alike, so there are no classes of Unicode.
const (
	FormUUID = "^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}" +
		"|00000000-0000-0000-0000-000000000000|[fF]{8}-[fF]{4}-[fF]{4}-[fF]{4}-[fF]{12})$"
	FormVideoID        = "^[A-Za-z0-9_-]{11}$"
	FormShortcode      = "^[A-Za-z0-9_-]+$" // up to ShortcodeMax characters
	FormLanguage       = "^[A-Za-z0-9][A-Za-z0-9-]*$"
	FormCountry        = "^[A-Za-z]{2}$"
	FormIdempotencyKey = "^[!-~]+$"
	// FormUsername takes an @ in front, which names the same.
	FormUsername = "^@?[" + nameSigns + "]{1,50}$"
	// FormWhole is any text; none of a request holds a NUL, which not every store can keep.
	// FormText is one that is not blank, FormTwo one of two characters or more when the
	// blanks around it are taken away.
	FormWhole = `^` + whole + `$`
	FormText  = `^` + whole + visible + whole + `$`
	FormTwo   = `^` + whole + visible + whole + visible + whole + `$`
	// FormChannel is a handle, or the address of a channel, with whatever was added
	// when it was shared.
	FormChannel = "^(" + channel + `([?#]` + shared + `)?|@` + channel + `([/?#]` + sharedPath + `)?` +
		`|(https?://)?([A-Za-z0-9-]+\.)*(youtube\.com|videoplatform\.example)/(@|c/|user/)` + channel + `([/?#]` + sharedPath + `)?)$`
	// FormAddress is the address of anything.
	FormAddress = `^(https?://)?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(:[0-9]{1,5})?([/?#]([^\x00-\x20%\x7f]|%[0-9A-Fa-f]{2})*)?$`
)

const (
	whole   = `[^\x00]*`
	visible = `[^\x00` + blanks + `]`
	// blanks are the characters of white space.
	blanks = `\t-\r \x85\xa0` + "\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
	// beyond are the characters outside ASCII that stand in no name: white space,
	// punctuation of all scripts, marks of direction, replacement characters.
	beyond    = `\x80-\xa0` + "\u1680\u2000-\u206f\u3000\ufeff\ufff0-\ufffd"
	nameSigns = `^\x00-,/:-@\[-\^` + "`" + `{-\x7f` + beyond
	// channel is a handle with a letter or a digit in it.
	channel    = `[._-]{0,9}[` + nameSigns + `._·-][` + nameSigns + `]{0,40}`
	shared     = `[!-$&-.0-~]*`
	sharedPath = `[!-$&-~]*`
)
