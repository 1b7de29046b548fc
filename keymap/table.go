package keymap

import (
	"slices"

	"greenroom/api"
)

// Default is the table as it comes.
func Default() *Map { return New(rows()) }

func rows() []Binding {
	return slices.Concat(everywhere(), lists(), screens(), deciding(), questions())
}

func everywhere() []Binding {
	return []Binding{
		{Action: GoSearch, Scope: Global, Keys: []string{"1"}, Name: "Go to search"},
		{Action: GoLists, Scope: Global, Keys: []string{"2"}, Name: "Go to shortlists"},
		{Action: GoHistory, Scope: Global, Keys: []string{"3"}, Name: "Go to search history"},
		{Action: GoLedger, Scope: Global, Keys: []string{"4"}, Name: "Go to the ledger"},
		{Action: GoVideos, Scope: Global, Keys: []string{"5"}, Name: "Go to video search"},
		{Action: GoKept, Scope: Global, Keys: []string{"6"}, Name: "Search in everything that was read and is kept"},
		{Action: Complete, Scope: Global, Keys: []string{"@"}, Name: "Find a creator by name or handle", Hint: "by name", Bills: api.OpAutocomplete},
		{Action: Palette, Scope: Global, Keys: []string{":", "ctrl+p"}, Name: "Commands", Hidden: true},
		{Action: Add, Scope: Global, Keys: []string{"a"}, Name: "Add the marked creators, or this one, to a list", Hint: "add"},
		{Action: Judge, Scope: Global, Keys: []string{"T"}, Name: "Check brand safety of the marked creators, or of a whole list"},
		{Action: FindAlike, Scope: Global, Keys: []string{"A"}, Name: "Find lookalikes of the marked creators, or of a whole list"},
		{Action: Brief, Scope: Global, Keys: []string{"B"}, Name: "Write the brief of the current list"},
		{Action: Undo, Scope: Global, Keys: []string{"u"}, Name: "Undo the last decision"},
		{Action: Redo, Scope: Global, Keys: []string{"U", "ctrl+r"}, Name: "Redo"},
		{Action: Queue, Scope: Global, Keys: []string{"W"}, Name: "Show calls waiting for budget"},
		{Action: AskAgain, Scope: Global, Keys: []string{"!"}, Name: "Ask again before anything is paid, after “do not ask again”"},
		{Action: Reveal, Scope: Global, Keys: []string{"M"}, Name: "Show or mask e-mail addresses and phone numbers"},
		{Action: Help, Scope: Global, Keys: []string{"?", "f1"}, Name: "Help: all keys"},
		{Action: Back, Scope: Global, Keys: []string{"esc", "backspace"}, Name: "Go back", Hint: "back"},
		{Action: Redraw, Scope: Global, Keys: []string{"ctrl+l"}, Name: "Redraw the screen", Hidden: true},
		{Action: Mouse, Scope: Global, Keys: []string{"ctrl+o"}, Name: "Mouse on or off; turn it off to select text in the terminal"},
		{Action: Quit, Scope: Global, Keys: []string{"q"}, Name: "Quit, or go back", Hint: "quit"},
		{Action: ForceQuit, Scope: Global, Keys: []string{"ctrl+c"}, Name: "Quit at once", Hidden: true},
		{Action: Suspend, Scope: Global, Keys: []string{"ctrl+z"}, Name: "Suspend; fg in the shell continues", Hidden: true},
	}
}

func lists() []Binding {
	return []Binding{
		{Action: Down, Scope: List, Keys: []string{"j", "down"}, Name: "Down", Hidden: true},
		{Action: Up, Scope: List, Keys: []string{"k", "up"}, Name: "Up", Hidden: true},
		{Action: HalfDown, Scope: List, Keys: []string{"ctrl+d"}, Name: "Half a page down", Hidden: true},
		{Action: HalfUp, Scope: List, Keys: []string{"ctrl+u"}, Name: "Half a page up", Hidden: true},
		{Action: PageDown, Scope: List, Keys: []string{"pgdown", "ctrl+f"}, Name: "A page down", Hidden: true},
		{Action: PageUp, Scope: List, Keys: []string{"pgup", "ctrl+b"}, Name: "A page up", Hidden: true},
		{Action: Top, Scope: List, Keys: []string{"g", "home"}, Name: "To the top", Hidden: true},
		{Action: Bottom, Scope: List, Keys: []string{"G", "end"}, Name: "To the end", Hidden: true},
		{Action: Accept, Scope: Field, Keys: []string{"enter"}, Name: "Accept the field", Hint: "go", Hidden: true},
		{Action: Cancel, Scope: Field, Keys: []string{"esc"}, Name: "Leave the field", Hint: "leave", Hidden: true},
		{Action: NextItem, Scope: Field, Keys: []string{"down", "tab", "ctrl+n"}, Name: "Next", Hidden: true},
		{Action: PrevItem, Scope: Field, Keys: []string{"up", "shift+tab"}, Name: "Previous", Hidden: true},
		{Action: ForceQuit, Scope: Field, Keys: []string{"ctrl+c"}, Name: "Quit at once", Hidden: true},
		{Action: Save, Scope: BriefForm, Keys: []string{"ctrl+s"}, Name: "Save a brief", Hint: "save", Hidden: true},
		{Action: SearchBrief, Scope: BriefForm, Keys: []string{"ctrl+g"}, Name: "Save a brief and search for it", Hint: "search", Hidden: true},
		{Action: Suspend, Scope: Field, Keys: []string{"ctrl+z"}, Name: "Suspend; fg in the shell continues", Hidden: true},
	}
}

func screens() []Binding {
	return []Binding{
		{Action: Open, Scope: Search, Keys: []string{"enter"}, Name: "Open the creator", Hint: "open", Bills: api.OpCreator},
		{Action: EditQuery, Scope: Search, Keys: []string{"i", "e"}, Name: "Write the query", Hint: "query", Bills: api.OpSearch},
		{Action: LocalFilter, Scope: Search, Keys: []string{"/"}, Name: "Filter these rows", Hint: "filter"},
		{Action: SortNext, Scope: Search, Keys: []string{"s"}, Name: "Sort by the next column", Hint: "sort"},
		{Action: SortReverse, Scope: Search, Keys: []string{"S"}, Name: "Reverse the order"},
		{Action: Choose, Scope: Search, Keys: []string{"C"}, Name: "Choose columns, their order and the sorting", Hint: "columns"},
		{Action: TakeView, Scope: Search, Keys: []string{"L"}, Name: "Apply a saved view"},
		{Action: SaveView, Scope: Search, Keys: []string{"w"}, Name: "Save columns, order and filter as a view"},
		{Action: Mark, Scope: Search, Keys: []string{"space"}, Name: "Mark the row", Hint: "mark"},
		{Action: MarkRange, Scope: Search, Keys: []string{"v"}, Name: "Mark from the last mark to here"},
		{Action: Export, Scope: Search, Keys: []string{"E"}, Name: "Export these rows, in this order and with these columns"},
		{Action: ClearMarks, Scope: Search, Keys: []string{"V"}, Name: "Clear all marks"},
		{Action: DropChip, Scope: Search, Keys: []string{"x"}, Name: "Remove a condition from the query; in a full list, choose one", Hint: "condition", Bills: api.OpSearch},
		{Action: FewerResults, Scope: Search, Keys: []string{"["}, Name: "Ask for fewer results"},
		{Action: MoreResults, Scope: Search, Keys: []string{"]"}, Name: "Ask for more results", Hint: "limit"},
		{Action: Reload, Scope: Search, Keys: []string{"r"}, Name: "Search again for fresh results", Bills: api.OpSearch},
		{Action: Preview, Scope: Search, Keys: []string{"p"}, Name: "Show or hide the preview"},
		{Action: PreviewDown, Scope: Search, Keys: []string{"J"}, Name: "Scroll the preview down"},
		{Action: PreviewUp, Scope: Search, Keys: []string{"K"}, Name: "Scroll the preview up"},
		{Action: Copy, Scope: Search, Keys: []string{"y"}, Name: "Copy: handle, URL, row, command line …"},
		{Action: Charts, Scope: Search, Keys: []string{"c"}, Name: "Chart of all results: followers against engagement, the marked ones named"},
		{Action: Browse, Scope: Search, Keys: []string{"o"}, Name: "Open the profile in a browser"},

		{Action: ShowHide, Scope: Columns, Keys: []string{"space"}, Name: "Show or hide the column", Hint: "show, hide", Hidden: true},
		{Action: Earlier, Scope: Columns, Keys: []string{"<", "left", "h"}, Name: "Move left", Hint: "left", Hidden: true},
		{Action: Later, Scope: Columns, Keys: []string{">", "right", "l"}, Name: "Move right", Hint: "right", Hidden: true},
		{Action: SortNext, Scope: Columns, Keys: []string{"s"}, Name: "Sort by this column: ascending, descending, off", Hint: "sort", Hidden: true},
		{Action: SaveView, Scope: Columns, Keys: []string{"w"}, Name: "Save as a view", Hint: "save", Hidden: true},
		{Action: AsItCame, Scope: Columns, Keys: []string{"0"}, Name: "All columns, in the service's order", Hint: "reset", Hidden: true},
		{Action: No, Scope: Columns, Keys: []string{"esc", "enter", "q", "C"}, Name: "Done", Hint: "done", Hidden: true},

		{Action: Open, Scope: Creator, Keys: []string{"enter"}, Name: "Open what is selected", Hint: "open"},
		{Action: NextTab, Scope: Creator, Keys: []string{"tab", "l", "right"}, Name: "Next tab", Hint: "tabs"},
		{Action: PrevTab, Scope: Creator, Keys: []string{"shift+tab", "h", "left"}, Name: "Previous tab"},
		{Action: SortNext, Scope: Creator, Keys: []string{"s"}, Name: "Sort posts by the next metric", Hint: "sort", Bills: api.OpPosts},
		{Action: ToggleMode, Scope: Creator, Keys: []string{"d"}, Name: "Profiles in detail or in brief", Hint: "detail", Bills: api.OpProfilesDetailed},
		{Action: FlagState, Scope: Creator, Keys: []string{"f"}, Name: "Show all flags, or those open, confirmed or cleared", Hint: "flags"},
		{Action: Charts, Scope: Creator, Keys: []string{"c"}, Name: "Charts: followers, engagement, how often there is a post", Hint: "charts"},
		{Action: ToggleMode, Scope: Drawn, Keys: []string{"d"}, Name: "The numbers, or the drawings", Hint: "numbers"},
		{Action: News, Scope: Creator, Keys: []string{"N"}, Name: "Look for anything new of this creator: posts, flags, figures", Bills: api.OpPosts},
		{Action: Now, Scope: Creator, Keys: []string{"L"}, Name: "Read the numbers of these posts from their network, as they are now", Bills: api.OpPhotoProfile},
		{Action: Reload, Scope: Creator, Keys: []string{"r"}, Name: "Reload this tab"},
		{Action: Copy, Scope: Creator, Keys: []string{"y"}, Name: "Copy: handle, URL, row, command line …"},
		{Action: Export, Scope: Creator, Keys: []string{"E"}, Name: "Export these posts or talks"},
		{Action: Browse, Scope: Creator, Keys: []string{"o"}, Name: "Open in a browser", Hint: "browser"},

		{Action: Find, Scope: Transcript, Keys: []string{"/"}, Name: "Find words", Hint: "find"},
		{Action: NextHit, Scope: Transcript, Keys: []string{"n"}, Name: "Next hit", Hint: "next"},
		{Action: PrevHit, Scope: Transcript, Keys: []string{"N"}, Name: "Previous hit", Hint: "previous"},
		{Action: JumpTime, Scope: Transcript, Keys: []string{"t"}, Name: "Go to a time", Hint: "time"},
		{Action: NextLanguage, Scope: Transcript, Keys: []string{"L"}, Name: "Next language", Hint: "language", Bills: api.OpVideoTranscript},
		{Action: ToggleTimes, Scope: Transcript, Keys: []string{"m"}, Name: "Reading mode, without timestamps", Hint: "reading mode"},
		{Action: Reload, Scope: Transcript, Keys: []string{"r"}, Name: "Reload the transcript"},
		{Action: Copy, Scope: Transcript, Keys: []string{"y"}, Name: "Copy: the line with source and time, URL …", Hint: "copy quote"},
		{Action: Pin, Scope: Transcript, Keys: []string{"p"}, Name: "Pin the line to the creator on the current list", Hint: "pin quote"},
		{Action: MarkRange, Scope: Transcript, Keys: []string{"v"}, Name: "Start a quote here; copy and pin take every line up to the cursor", Hint: "from here"},
		{Action: NextTalk, Scope: Transcript, Keys: []string{">"}, Name: "Next talk of this creator", Hint: "next talk", Bills: api.OpVideoTranscript},
		{Action: PrevTalk, Scope: Transcript, Keys: []string{"<"}, Name: "Previous talk", Bills: api.OpVideoTranscript},
		{Action: Browse, Scope: Transcript, Keys: []string{"o"}, Name: "Open the video in a browser"},
	}
}

// deciding are the keys of lists, of what was done, and of videos.
func deciding() []Binding {
	return []Binding{
		{Action: Open, Scope: Several, Keys: []string{"enter"}, Name: "Run for all of them at once; then open the creator", Hint: "open", Bills: api.OpSafetyCreators},
		{Action: Mark, Scope: Several, Keys: []string{"space"}, Name: "Mark the row", Hint: "mark"},
		{Action: ClearMarks, Scope: Several, Keys: []string{"V"}, Name: "Clear all marks"},
		{Action: Reload, Scope: Several, Keys: []string{"r"}, Name: "Run again for all of them", Bills: api.OpSafetyCreators},
		{Action: Export, Scope: Several, Keys: []string{"E"}, Name: "Export these rows", Hint: "export"},

		{Action: Open, Scope: Shortlist, Keys: []string{"enter"}, Name: "Open what is selected", Hint: "open"},
		{Action: Find, Scope: Shortlist, Keys: []string{"i"}, Name: "Open a shortlist by its id", Hint: "by id"},
		{Action: Reload, Scope: Shortlist, Keys: []string{"r"}, Name: "Reload", Hint: "reload"},
		{Action: Copy, Scope: Shortlist, Keys: []string{"y"}, Name: "Copy the id"},
		{Action: TakeOver, Scope: Shortlist, Keys: []string{"t"}, Name: "Take the shortlist over as a working copy", Hint: "take over"},
		{Action: Export, Scope: Shortlist, Keys: []string{"E"}, Name: "Export the creators on the shortlist"},

		{Action: Open, Scope: Review, Keys: []string{"enter"}, Name: "Open the creator, or the quote; write the fee or the note", Hint: "open", Bills: api.OpCreator},
		{Action: NextColumn, Scope: Review, Keys: []string{"l", "right", "tab"}, Name: "Next creator", Hint: "creator"},
		{Action: PrevColumn, Scope: Review, Keys: []string{"h", "left", "shift+tab"}, Name: "Previous creator"},
		{Action: SayYes, Scope: Review, Keys: []string{"+"}, Name: "Yes to this creator, with a reason", Hint: "yes"},
		{Action: SayNo, Scope: Review, Keys: []string{"-"}, Name: "No to this creator, with a reason", Hint: "no"},
		{Action: SayReserve, Scope: Review, Keys: []string{"~", "="}, Name: "Put this creator in reserve, with a reason", Hint: "reserve"},
		{Action: Fill, Scope: Review, Keys: []string{"f"}, Name: "Fill this gap", Hint: "fill", Bills: api.OpMatch},
		{Action: FillAll, Scope: Review, Keys: []string{"F"}, Name: "Fill all gaps: figures, match and safety; on their own rows, lookalikes or posts", Hint: "all", Bills: api.OpSafetyCreators},
		{Action: Weigh, Scope: Review, Keys: []string{"*"}, Name: "Weigh this row: a rank follows from the weights"},
		{Action: News, Scope: Review, Keys: []string{"N"}, Name: "Look for anything new of everybody here: posts, flags, figures", Hint: "new", Bills: api.OpPosts},
		{Action: Note, Scope: Review, Keys: []string{"n"}, Name: "Write a note on this creator", Hint: "note"},
		{Action: PriceTag, Scope: Review, Keys: []string{"$"}, Name: "Note the fee of this creator"},
		{Action: Earlier, Scope: Review, Keys: []string{"<"}, Name: "Move this creator to the left"},
		{Action: Later, Scope: Review, Keys: []string{">"}, Name: "Move this creator to the right"},
		{Action: MoveTo, Scope: Review, Keys: []string{"m"}, Name: "Move this creator to another list"},
		{Action: CopyTo, Scope: Review, Keys: []string{"c"}, Name: "Copy this creator to another list"},
		{Action: Remove, Scope: Review, Keys: []string{"x"}, Name: "Remove this creator from the list"},
		{Action: Send, Scope: Review, Keys: []string{"w"}, Name: "Send the list: asks what goes, or take the sending back", Hint: "send"},
		{Action: Versions, Scope: Review, Keys: []string{"V"}, Name: "Versions of the list: what changed, and one brought back"},
		{Action: Proposals, Scope: Review, Keys: []string{"P"}, Name: "Proposals of agents for the list: accept or decline"},
		{Action: Report, Scope: Review, Keys: []string{"R"}, Name: "Write a report of the list for a client or the team", Hint: "report"},
		{Action: Votes, Scope: Review, Keys: []string{"v"}, Name: "Take the votes that a client saved in a report"},
		{Action: Export, Scope: Review, Keys: []string{"E"}, Name: "Export the list with verdicts, notes and quotes", Hint: "export"},

		{Action: Open, Scope: History, Keys: []string{"enter"}, Name: "Open the kept search", Hint: "open"},
		{Action: LocalFilter, Scope: History, Keys: []string{"/"}, Name: "Filter the searches by their words", Hint: "filter"},
		{Action: Reload, Scope: History, Keys: []string{"r"}, Name: "Search again for fresh results", Hint: "search again", Bills: api.OpSearch},
		{Action: Copy, Scope: History, Keys: []string{"y"}, Name: "Copy: query, command line"},
		{Action: Export, Scope: History, Keys: []string{"E"}, Name: "Export these searches"},

		{Action: Open, Scope: Kept, Keys: []string{"enter"}, Name: "Open the post or the talk at these words", Hint: "open", Bills: api.OpCreator},
		{Action: EditQuery, Scope: Kept, Keys: []string{"i", "e"}, Name: "Write the words to look for", Hint: "words"},
		{Action: Pin, Scope: Kept, Keys: []string{"p"}, Name: "Pin the sentence to the creator on the current list", Hint: "pin quote"},
		{Action: Copy, Scope: Kept, Keys: []string{"y"}, Name: "Copy: the words, address"},
		{Action: Browse, Scope: Kept, Keys: []string{"o"}, Name: "Open in a browser"},

		{Action: Open, Scope: Videos, Keys: []string{"enter"}, Name: "Read the transcript of the video, or of the channel", Hint: "read", Bills: api.OpVideoTranscript},
		{Action: EditQuery, Scope: Videos, Keys: []string{"i", "e"}, Name: "Write the query", Hint: "query", Bills: api.OpVideoSearch},
		{Action: Uploaded, Scope: Videos, Keys: []string{"t"}, Name: "Filter by upload time"},
		{Action: Length, Scope: Videos, Keys: []string{"D"}, Name: "Filter by length"},
		{Action: SortNext, Scope: Videos, Keys: []string{"s"}, Name: "Next sort order"},
		{Action: Contents, Scope: Videos, Keys: []string{"c"}, Name: "With or without channels"},
		{Action: Reload, Scope: Videos, Keys: []string{"r"}, Name: "Search, or search again", Hint: "search", Bills: api.OpVideoSearch},
		{Action: Copy, Scope: Videos, Keys: []string{"y"}, Name: "Copy: URL, title, command line"},
		{Action: Export, Scope: Videos, Keys: []string{"E"}, Name: "Export these rows"},
		{Action: Browse, Scope: Videos, Keys: []string{"o"}, Name: "Open in a browser", Hint: "browser"},

		{Action: NextTab, Scope: Ledger, Keys: []string{"tab", "l", "right"}, Name: "Longer period: this session, today, 7 days, all", Hint: "longer"},
		{Action: PrevTab, Scope: Ledger, Keys: []string{"shift+tab", "h", "left"}, Name: "Shorter period"},
		{Action: Reload, Scope: Ledger, Keys: []string{"r"}, Name: "Reload the calls"},
		{Action: Group, Scope: Ledger, Keys: []string{"b"}, Name: "Group: single calls, by creator, by brief or by day", Hint: "group"},
		{Action: Export, Scope: Ledger, Keys: []string{"E"}, Name: "Export these rows"},
		{Action: ToggleMode, Scope: Ledger, Keys: []string{"d", "enter"}, Name: "Technical details of the call", Hint: "details"},
		{Action: Copy, Scope: Ledger, Keys: []string{"y"}, Name: "Copy the request id"},
	}
}

func questions() []Binding {
	return []Binding{
		{Action: Yes, Scope: Dialog, Keys: []string{"y"}, Name: "Yes, do it", Hint: "yes", Hidden: true},
		{Action: No, Scope: Dialog, Keys: []string{"esc", "n", "q"}, Name: "No", Hint: "no", Hidden: true},
		{Action: Wait, Scope: Dialog, Keys: []string{"w"}, Name: "Run it when the budget allows", Hint: "when it fits", Hidden: true},
		{Action: Always, Scope: Dialog, Keys: []string{"a"}, Name: "Yes, and do not ask again up to this price", Hint: "yes, always", Hidden: true},
		{Action: Relax, Scope: Dialog, Keys: []string{"r"}, Name: "Relax a condition instead", Hint: "relax", Hidden: true},
		{Action: Remove, Scope: Waiting, Keys: []string{"x"}, Name: "Remove from the queue", Hidden: true},
		{Action: ForceQuit, Scope: Dialog, Keys: []string{"ctrl+c"}, Name: "Quit at once", Hidden: true},
		{Action: Suspend, Scope: Dialog, Keys: []string{"ctrl+z"}, Name: "Suspend; fg in the shell continues", Hidden: true},
	}
}
