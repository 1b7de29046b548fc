package formats_test

import (
	"strings"
	"testing"
)

// TestPages holds what is taken out of web pages and documents of JSON; parts are told with
// | for the ends of lines.
func TestPages(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.html", "<!DOCTYPE html><table><tr><td>a<td>b<tr><td>1<td>2</table>", `a.html/table 1|a,b|1,2|`},
		{"a.html", "<html><table><tr><td>a<td>b<tr><td>1<td>2</table><table><tr><td>c<td>d<tr><td>3<td>4</table>", `a.html/table 1|a,b|1,2| & a.html/table 2|c,d|3,4|`},
		{"a.html", "<table><tr><td>a<td>b<tr><td>1<td>2</table>", `a.html/table 1|a,b|1,2|`},
		{"a.xls", "<head></head><table><tr><td>a<tr><td>1</table>", `a.xls/table 1|a|1|`},
		{"a.xls", "<body><table><tr><td>a<tr><td>1</table>", `a.xls/table 1|a|1|`},
		{"a.xls", "<meta charset=utf-8><table><tr><td>a<tr><td>1</table>", `a.xls/table 1|a|1|`},
		{"a.html", "<html><p>no table", ""},
		{"a.html", "<p><table><tr><td>a<tr><td>1</table>", ""},
		{"a.html", "<html><table><tr><td>a</table>", `refused: It is a web page without a table of two rows and more.`},
		{"a.html", "<html><table><tr><td><tr><td></table>", `refused: It is a web page without a table of two rows and more.`},
		{"a.html", "<html><table><tr><td colspan=3>a<td>b<tr><td>1<td>2<td>3<td>4</table>", `a.html/table 1|a,,,b|1,2,3,4|`},
		{"a.html", "<html><table><tr><td rowspan=2>a<td>b<td rowspan=3>c<tr><td>1<tr><td>2<td>3</table>", `a.html/table 1|a,b,c|a,1,c|2,3,c|`},
		{"a.html", "<html><table><tr><td>a<td><table><tr><td>x<tr><td>y</table><tr><td>1<td>2</table>", `a.html/table 1|a,xy|1,2|`},
		{"a.html", "<html><table><tr></tr><tr>x<td>a<td>b</tr><tr><td>1<td>2</table>", `a.html/table 1|a,b|1,2|`},
		{"a.html", `<html><table><tr><td>who<td>link<tr><td><a href="https://a.example/ana">Ana</a><td><a href="https://a.example/1">here</a></table>`, `a.html/table 1|who,link,who link|Ana,https://a.example/1,https://a.example/ana|`},
		{"a.html", "<html><table><tr><td>a<sup>[3]</sup><td>b<tr><td>Ana <sup><a href=x>[note 4]</a></sup><td>10<sup>th</sup></table>", `a.html/table 1|a,b|Ana,10th|`},
		{"a.html", `<html><table><tr><td>who<tr><td><a href="mailto:ana@a.example">Ana</a></table>`, `a.html/table 1|who|Ana|`},
		{"a.json", `[{"a":1},{"a":2}]`, `a.json|{"a":1}|{"a":2}|`},
		{"a.json", `["ana","bo"]`, `a.json|{"username":"ana"}|{"username":"bo"}|`},
		{"a.json", `[1,"x",{"a":2}]`, `a.json|{"username":"x"}|{"a":2}|`},
		{"a.json", `["x"`, `refused: Its JSON cannot be read to its end: EOF.`},
		{"a.json", `[[1],[2],"]"]`, `a.json|{"username":"]"}|`},
		{"a.json", `{"data":[{"a":1}],"more":[{"b":1}]}`, `a.json|{"a":1}|`},
		{"a.json", `{"one":[{"a":1}],"two":[{"b":1}]}`, `refused: It holds several lists (one, two); save the one with the creators or posts as a file of its own.`},
		{"a.json", `{"one":[{"a":1}],"two":[]}`, `a.json|{"a":1}|`},
		{"a.json", `{"a":{"b":{"c":{"d":[{"x":1}]}}}}`, `a.json|{"x":1}|`},
		{"a.json", `{"a":{"b":{"c":{"d":{"e":[{"x":1}]}}}}}`, `refused: It is JSON without a list of objects, so there are no rows in it.`},
		{"a.json", `{"items":["x",{"a":1}]}`, ""},
		{"a.jsonl", `{"data":[{"a":1}]}`, ""},
		{"a.info.json", `{"data":[{"a":1}]}`, ""},
		{"a.json", "{\"a\":[{\"b\":1}]}\n{\"a\":[{\"b\":2}]}", ""},
		{"a.json", `{"ana":{"n":1,"m":2},"bo":{"n":3,"m":4}}`, `a.json|{"m":2,"n":1,"username":"ana"}|{"m":4,"n":3,"username":"bo"}|`},
		{"a.json", `{"ana":{"n":1,"user":"x"},"bo":{"n":3,"user":"y"}}`, `a.json|{"n":1,"user":"x"}|{"n":3,"user":"y"}|`},
		{"a.json", `{"ana":{"n":1},"bo":{"m":3}}`, ""},
		{"a.json", `{"name":{"0":"Ana","1":"Bo"},"n":{"0":1,"1":2}}`, `a.json|{"n":1,"name":"Ana"}|{"n":2,"name":"Bo"}|`},
		{"a.json", `{"at":"today","data":{"ana":{"n":1,"m":2},"bo":{"n":3,"m":4}}}`, `a.json|{"m":2,"n":1,"username":"ana"}|{"m":4,"n":3,"username":"bo"}|`},
		{"a.json", `{"user":{"followers":{"count":1},"following":{"count":2}}}`, ""},
		{"a.json", `{"one":{"ana":{"n":1,"m":2},"bo":{"n":3,"m":4}},"two":{"x":1}}`, ""},
		{"a.json", `{"a":{"b":{"c":{"d":{"ana":{"n":1,"m":2},"bo":{"n":3,"m":4}}}}}}`, `a.json|{"m":2,"n":1,"username":"ana"}|{"m":4,"n":3,"username":"bo"}|`},
		{"a.json", `{"a":{"b":{"c":{"d":{"e":{"ana":{"n":1,"m":2},"bo":{"n":3,"m":4}}}}}}}`, ""},
		{"a.json", `{"ana":{"n":1}}`, ""},
		{"a.json", `{"ana":{},"bo":{}}`, ""},
		{"a.json", "\ufeff[{\"a\":1}]", `a.json|{"a":1}|`},
		{"a.csv", "a,b\n1,2\n", ""},
		{"a.csv", "[Script Info]\n{", ""},
	} {
		got := strings.ReplaceAll(strings.Join(opened(t, c.name, []byte(c.text)), " & "), "\n", "|")
		if got != c.want {
			t.Errorf("%s %s\n got %s\nwant %s", c.name, c.text, got, c.want)
		}
	}
}
