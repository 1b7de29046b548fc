// Greenroom is a terminal workbench for finding and vetting social-media
// creators, with the whole Creator Data Service built in.
package main

import "greenroom/cmd"

func main() { cmd.Execute() }
