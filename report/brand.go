package report

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	_ "image/jpeg" // a logo may be one
	_ "image/png"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// Brand is an agency's look in a report.
type Brand struct {
	Agency string
	Colour string // #rrggbb; "" is the built-in one
	Logo   string // a data URI; "" is none
}

// DefaultColour is the colour of reports without one.
const DefaultColour = "#0b5c4b"

// enough is the contrast that words need on white: level AA of WCAG.
const enough = 4.5

var hexColour = regexp.MustCompile(`^#?([0-9a-fA-F]{6})$`)

// Colour reads a brand colour, as #rrggbb. One that is too light for words on white is
// darkened until it can be read; said tells so.
func Colour(s string) (colour, said string, err error) {
	m := hexColour.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return "", "", fmt.Errorf("%q is no colour: write six hexadecimal digits, such as %s", s, DefaultColour)
	}
	given := "#" + strings.ToLower(m[1])
	rgb := channels(given)
	for contrast(rgb) < enough {
		for i := range rgb {
			rgb[i] *= 0.97
		}
	}
	colour = fmt.Sprintf("#%02x%02x%02x", int(rgb[0]), int(rgb[1]), int(rgb[2]))
	if colour != given {
		said = fmt.Sprintf("The brand colour %s has a contrast of %.2f on white and words need %.1f, so %s is used.", given, contrast(channels(given)), enough, colour)
	}
	return colour, said, nil
}

func channels(hex string) (rgb [3]float64) {
	for i := range rgb {
		n, _ := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		rgb[i] = float64(n)
	}
	return rgb
}

// contrast is that of a colour on white, by WCAG.
func contrast(rgb [3]float64) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		c := math.Floor(rgb[i]) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return 1.05 / (sum + 0.05)
}

// Limits of a logo.
const (
	logoBytes  = 200 << 10
	logoPixels = 4096
)

// activeSVG matches everything that makes a drawing more than a picture: scripts,
// handlers, styles, entities and anything that is loaded from elsewhere.
var activeSVG = regexp.MustCompile(`(?i)<\s*(script|foreignobject|style|iframe|object|embed|image|use|a|animate|set)[\s/>]|\son[a-z]+\s*=|href\s*=|url\s*\(|<!(doctype|entity)|<\?xml-stylesheet|javascript:|data:`)

// Logo reads a picture as an address that holds it: PNG, JPEG, or SVG that is a picture and
// nothing else.
func Logo(path string) (string, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("read the logo: %w", err)
	}
	if len(raw) > logoBytes {
		return "", fmt.Errorf("the logo %s has %d kB; at most %d kB are taken: save it smaller", path, len(raw)>>10, logoBytes>>10)
	}
	kind, err := pictureKind(raw)
	if err != nil {
		return "", fmt.Errorf("the logo %s is not taken: %w", path, err)
	}
	return "data:image/" + kind + ";base64," + base64.StdEncoding.EncodeToString(raw), nil
}

func pictureKind(raw []byte) (string, error) {
	if size, kind, err := image.DecodeConfig(bytes.NewReader(raw)); err == nil {
		if size.Width > logoPixels || size.Height > logoPixels {
			return "", fmt.Errorf("it is %d × %d pixels, and at most %d a side are", size.Width, size.Height, logoPixels)
		}
		return kind, nil
	}
	if !bytes.Contains(bytes.ToLower(raw[:min(len(raw), 1000)]), []byte("<svg")) {
		return "", fmt.Errorf("it is no PNG, JPEG or SVG")
	}
	if found := activeSVG.Find(raw); found != nil {
		return "", fmt.Errorf("its SVG holds %q, and only plain shapes are taken: save it as PNG", strings.TrimSpace(string(found)))
	}
	return "svg+xml", nil
}
