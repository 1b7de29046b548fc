package importer_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service/importer"
)

// quirk is a small table with a quirk, and what has to come of it: what is stored
// of accounts, the flag of a question, or a part of the reason why it is refused.
type quirk struct {
	name, file, text string
	told             []string // flags and their values
	network          api.Platform
	stored           []string // as tell writes them; a line that ends in "…" is a beginning
	absent           []string // accounts that must not be stored
	asked            string
	refused          string
	word             string // a part of why a row or a cell is left out
}

// sheets are read by TestSheets. Each is a class of mistakes that a table once led to.
var sheets = []quirk{
	{name: "a comma before three digits and a unit is a decimal comma where the other reading exceeds mankind", file: "tiktok.csv",
		text:    "username,followers\nana,\"16,037 M\"\nbob,\"987,906 K\"\ncyd,\"2,411 M\"\n",
		network: api.ShortVideoPlatform, stored: []string{"ana | ana | followers=16037000", "bob | bob | followers=987906", "cyd | cyd | followers=2411000"}},
	{name: "a comma before three digits and K may be either", file: "tiktok.csv",
		text: "username,followers\nana,\"37,201 K\"\nbob,\"187,906 K\"\ncyd,\"92,411 K\"\n", asked: "--decimal"},
	{name: "what is told of a column holds", file: "instagram.csv", told: []string{"--map", "name=Brand title"},
		text:    "handle,Full name,Brand title,followers\nana.k,Ana Kim,Kim Bakes,1200\nbo_b,Bob Ray,Ray Cooks,3400\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | Kim Bakes | followers=1200", "bo_b | Ray Cooks | followers=3400"}},
	{name: "what is told to be the name is no handle", file: "instagram.csv", told: []string{"--map", "name=alias"},
		text:    "alias,login,followers\nkim_bakes,ana.k,1200\nray_cooks,bo_b,3400\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | kim_bakes | followers=1200", "bo_b | ray_cooks | followers=3400"}},
	{name: "headers that this program writes too, over ids that it does not", file: "roster.csv",
		text:    "creator,handle,network,creator_id,followers\nAna,ana.k,instagram,10021,1200\nBo,bo_b,instagram,10022,3400\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | Ana | followers=1200", "bo_b | Bo | followers=3400"}},
	{name: "one of a list says nothing of the whole", file: "instagram.jsonl",
		text:    `{"username":"ana.k","followersCount":1200,"media":[{"likes":5,"url":"https://a.example"},{"likes":7}]}` + "\n" + `{"username":"bo_b","followersCount":3400,"media":[{"likes":6}]}` + "\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | followers=1200", "bo_b | bo_b | followers=3400"}},
	{name: "a flag is no handle", file: "tiktok.csv",
		text:    "uniqueId,privateAccount,followerCount\nana.k,false,1200\nbo_b,true,3400\ncyd1,false,900\n",
		network: api.ShortVideoPlatform, stored: []string{"ana.k | ana.k | followers=1200", "bo_b | bo_b | followers=3400"}, absent: []string{"false"}},
	{name: "the address in the row says which column holds the handle", file: "authors.csv",
		text: "nickname,uniqueId,profileUrl,fans\nana,ana.k,https://www.tiktok.com/@ana.k,1200\nbob,bo_b,https://www.tiktok.com/@bo_b,3400\n" +
			"cyd,cyd1,https://www.tiktok.com/@cyd1,900\ndee,dee_dee,https://www.tiktok.com/@dee_dee,800\n",
		network: api.ShortVideoPlatform, stored: []string{"ana.k | ana | followers=1200", "bo_b | bob | followers=3400"}, absent: []string{"ana", "dee"}},
	{name: "the address counts where no column has its handle", file: "authors.csv",
		text: "username,profile url,fans\nanakim,https://www.tiktok.com/@ana.k,1200\nbobray,https://www.tiktok.com/@bo_b,3400\n" +
			"cydlee,https://www.tiktok.com/@cyd1,900\ndeefox,https://www.tiktok.com/@dee_dee,800\n",
		network: api.ShortVideoPlatform, stored: []string{"ana.k | anakim | followers=1200"}, absent: []string{"anakim"}},
	{name: "a setting of comments is no number of comments", file: "tiktok.csv",
		text:    "username,followers,comment_setting,duet_setting\n" + rows("u%d,%d000,%d,1\n", 12, 2),
		network: api.ShortVideoPlatform, stored: []string{"u1 | u1 | followers=1000"}},
	{name: "where the audience is tells nothing of the creator", file: "instagram.csv",
		text:    "username,followers,Audience Country\nana,1200,India\nbob,3400,Brazil\n",
		network: api.PhotoPlatform, stored: []string{"ana | ana | followers=1200", "bob | bob | followers=3400"}},
	{name: "several countries are none", file: "instagram.csv",
		text:    "username,followers,country\nana,1200,D/A/CH\nbob,3400,DE\ncyd,10,\"Berlin, Germany\"\n",
		network: api.PhotoPlatform, stored: []string{"ana | ana | followers=1200", "bob | bob | followers=3400 country=DE", "cyd | cyd | followers=10 country=DE"}},
	{name: "shares with a sign beside shares without", file: "instagram.csv",
		text: "username,followers,engagement rate\nana,1200,3.4%\nbob,3400,0.034\ncyd,10,2.1\ndee,99,0.021\n", asked: "--rates"},
	{name: "a rate that may be a share beside per cent, with a sign and without", file: "instagram.csv",
		text: "username,followers,engagement\nana,1200,\"3,4%\"\nbob,3400,0.05\ncyd,10,2.1\n", asked: "--rates"},
	{name: "signs of handles in any writing", file: "instagram.csv",
		text:    "handle,followers\n@ lenacooks ,1200\n＠g_seven,3400\n@@j.ten,99\n",
		network: api.PhotoPlatform, stored: []string{"lenacooks | lenacooks | followers=1200", "g_seven | g_seven | followers=3400", "j.ten | j.ten | followers=99"}},
	{name: "a time in UTC is a time", file: "tiktok.csv",
		text:    "username,followers,collected\nana,1200,2023-10-01 23:04:46 UTC\nana,1300,2023-10-02 23:04:46 UTC\nbob,99,2023-10-02 23:04:46 UTC\n",
		network: api.ShortVideoPlatform, stored: []string{"ana | ana | followers=1300", "bob | bob | followers=99"}},
	{name: "an id is identity, a name is not", file: "youtube.csv",
		text: "channel_id,channel title,subscribers\nUCaaaaaaaaaaaaaaaaaaaaaa,News,1200\nUCbbbbbbbbbbbbbbbbbbbbbb,News,88000\n" +
			"UCcccccccccccccccccccccc,Tea,10\n",
		network: api.VideoPlatform, stored: []string{"news | News | followers=1200 id=UCaaaaaaaaaaaaaaaaaaaaaa", "UCbbbbbbbbbbbbbbbbbbbbbb | News | followers=88000 id=UCbbbbbbbbbbbbbbbbbbbbbb"}},
	{name: "a name that another person's channel has tells no channel", file: "team.csv",
		text:    "Name,YouTube channel name,YouTube subscribers,Instagram\nAnna Klein,Anna Klein,15200,anna.k\nAnna K.,Anna Klein,8800,anna.zwei\n",
		network: api.PhotoPlatform, stored: []string{"anna.k | Anna Klein |", "anna.zwei | Anna K. |"}, word: "the same name stands in another row"},
	{name: "a name alone that another person's channel has", file: "team.csv",
		text:    "Name,YouTube channel name,YouTube subscribers,Instagram\nAnna Klein,Anna Klein,15200,anna.k\nAnna K.,Anna Klein,8800,\n",
		network: api.VideoPlatform, stored: []string{"annaklein | Anna Klein | followers=15200"}, word: "the same name stands on line 2"},
	{name: "rows that differ about the second of their networks", file: "both.csv",
		text:    "Name,IG handle,IG followers,TikTok,TikTok followers\nAda Moor,ada.moor,10,adamoor,5\nAda Moor,ada.moor,10,adamoor,7000\n",
		network: api.ShortVideoPlatform, stored: []string{"adamoor | Ada Moor | followers=5"}, word: "it contradicts line 2 about adamoor: the followers (7000 here)"},
	{name: "an address of another network than the file's", file: "instagram.csv",
		text:    "handle,profile url,followers\nana.k,https://www.instagram.com/ana.k,12\nbo_b,https://www.youtube.com/@bo_b,34\ncyd1,https://vk.com/cyd1,56\ndee.d,https://www.instagram.com/dee.d,7\n",
		told:    []string{"--platform", "photoplatform"},
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | followers=12", "dee.d | dee.d | followers=7"}, absent: []string{"bo_b", "cyd1"}, word: "its address is of another network"},
	{name: "a header of two rows, of which some cells reach over both", file: "instagram.html",
		text: "<table><tr><td rowspan=2>Name<td colspan=2>Account<td rowspan=2>Country<tr><td>Username<td>Followers" +
			"<tr><td>Ana Kim<td>ana.k<td>1200<td>DE<tr><td>Bob Ray<td>bo_b<td>3400<td>FR</table>",
		network: api.PhotoPlatform, stored: []string{"ana.k | Ana Kim | followers=1200 country=DE", "bo_b | Bob Ray | followers=3400 country=FR"}},
	{name: "names below a header of handles, and handles with their sign below another", file: "instagram.csv",
		text:    "アカウント名,連絡先,フォロワー数\nはなの台所,@hana_no,1200\n鉄道太郎,@tetsudo,3400\n",
		network: api.PhotoPlatform, stored: []string{"hana_no | はなの台所 | followers=1200", "tetsudo | 鉄道太郎 | followers=3400"}},
	{name: "what is left of letters that were lost twice is no name", file: "youtube.csv",
		text:    "channel name,subscribers\nï¿½ï¿½ï¿½ Kids,1200\nTea,34\n",
		network: api.VideoPlatform, stored: []string{"kids | Kids | followers=1200", "tea | Tea | followers=34"}},
	{name: "a B of Turkish thousands beside millions", file: "instagram.csv",
		text:    "username;takipçi\nana.k;245 B\nbo_b;1,3 Mn\ncyd1;18,4 B\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | followers=245000", "bo_b | bo_b | followers=1300000", "cyd1 | cyd1 | followers=18400"}},
	{name: "columns of names fill each other's gaps", file: "instagram.csv",
		text:    "username,full name,display name,followers\nana,Ana Kim,Ana,12\nbob,,Bobby,34\ncyd,Cyd Lee,,56\n",
		network: api.PhotoPlatform, stored: []string{"ana | Ana Kim | followers=12", "bob | Bobby | followers=34", "cyd | Cyd Lee | followers=56"}},
	{name: "followers beyond mankind are another thing", file: "instagram.csv",
		text:    "username,followers\nana,16037000000\nbob,23411000000\n",
		network: api.PhotoPlatform, stored: []string{"ana | ana |", "bob | bob |"}},
	{name: "languages that are written otherwise", file: "instagram.csv",
		text:    "username,followers,language\nana,1,Norwegian\nbob,2,Tagalog\ncyd,3,Cantonese\n",
		network: api.PhotoPlatform, stored: []string{"ana | ana | followers=1 languages=no", "bob | bob | followers=2 languages=tl", "cyd | cyd | followers=3 languages=zh"}},
	{name: "the second row of a header names the columns where the first spans some", file: "list.csv",
		text:    "creator,,TikTok,\nhandle,country,followers,avg views\nana,DE,1200,300\nbob,FR,3400,\n",
		network: api.ShortVideoPlatform, stored: []string{"ana | ana | followers=1200 views=300 country=DE", "bob | bob | followers=3400 country=FR"}},
	{name: "a web page that is called a workbook", file: "instagram.xls",
		text: "<html><head><style>td{color:red}</style></head><body><table><tr><th>Username<th>Followers</tr><tr><td>ana.k</td><td>1,200</td></tr>" +
			"<tr><td><b>bo</b>_b<td>3&#44;400</table></body></html>",
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | followers=1200", "bo_b | bo_b | followers=3400"}},
	{name: "a cell of a web page that reaches down", file: "instagram.html",
		text:    "<table><tr><th>Country<th>Username<th>Followers<tr><td rowspan=2>Germany<td>ana.k<td>12<tr><td>bo_b<td>34<tr><td>France<td>cyd1<td>56</table>",
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | followers=12 country=DE", "bo_b | bo_b | followers=34 country=DE", "cyd1 | cyd1 | followers=56 country=FR"}},
	{name: "an old workbook", file: "list.xls", text: "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00\x00", refused: ".xlsx"},
	{name: "a PDF", file: "list.csv", text: "%PDF-1.7\nusername,followers\n", refused: "PDF"},
	{name: "a list of links, some of which name nobody", file: "links.txt",
		text:    "https://www.instagram.com/ada.moor/\n@https://instagram.com/ben.oak\nhttps://www.instagram.com/cora.k\nhttps://www.instagram.com/p/CabcdEFgh12/\n",
		network: api.PhotoPlatform, stored: []string{"ada.moor | ada.moor |", "ben.oak | ben.oak |", "cora.k | cora.k |"}, word: "its handle cannot be one"},
	{name: "one account as a list of what is known of it", file: "kit.csv",
		text:    "Name,Ada Moor\nInstagram,@ada.moor\nFollowers,\"48,210\"\nCountry,Germany\n",
		network: api.PhotoPlatform, stored: []string{"ada.moor | Ada Moor | followers=48210 country=DE"}},
	{name: "a line behind a handle", file: "instagram.csv",
		text:    "handle,followers\nada_moor/,1200\nben.oak,3400\n",
		network: api.PhotoPlatform, stored: []string{"ada_moor | ada_moor | followers=1200", "ben.oak | ben.oak | followers=3400"}},
	{name: "a row a figure", file: "instagram.csv",
		text:    "account,metric,value\nana.k,followers,1000\nana.k,avg_likes,20\nana.k,country,DE\nbo_b,followers,2000\nbo_b,avg_likes,30\nbo_b,country,FR\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | followers=1000 likes=20 country=DE", "bo_b | bo_b | followers=2000 likes=30 country=FR"}},
	{name: "on its side", file: "instagram.csv",
		text:    "username,ana.k,bo_b,cyd1\nfollowers,1000,2000,10\navg likes,20,30,1\ncountry,DE,FR,\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | followers=1000 likes=20 country=DE", "bo_b | bo_b | followers=2000 likes=30 country=FR", "cyd1 | cyd1 | followers=10 likes=1"}},
	{name: "on its side, with a short row", file: "instagram.csv",
		text:    "username,ana.k,bo_b,cyd1\ncountry,DE\nfollowers,1000,2000,10\navg likes,20,30,1\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | followers=1000 likes=20 country=DE", "cyd1 | cyd1 | followers=10 likes=1"}},
	{name: "a row a figure and a day", file: "instagram.csv",
		text: "date,account,metric,value\n2024-01-01,ana.k,followers,1000\n2024-01-01,ana.k,posts,20\n2024-02-01,ana.k,followers,1100\n2024-02-01,ana.k,posts,22\n" +
			"2024-01-01,bo_b,followers,2000\n2024-01-01,bo_b,posts,30\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | followers=1100 posts=22 growth=10", "bo_b | bo_b | followers=2000 posts=30"}},
	{name: "a column of followers a month, some of them blank", file: "instagram.csv",
		text: "Handle,Jan 2024 followers,Feb 2024 followers,Mar 2024 followers,Country\nana.k,1000,1100,1210,DE\nbo_b,2000,,1900,FR\ncyd1,,,,DE\n" +
			"Handle,Jan 2024 followers,Feb 2024 followers,Mar 2024 followers,Country\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | followers=1210 growth=10 country=DE", "bo_b | bo_b | followers=1900 country=FR", "cyd1 | cyd1 | country=DE"}, word: "it is the header again"},
	{name: "likes and followers a year", file: "instagram.csv",
		text:  "username;Follower 2023;Ø Likes 2023;Follower 2022;Ø Likes 2022\nana.k;1.200;30;1.000;20\nbo_b;2.200;50;2.000;40\n",
		asked: "followers=Follower 2023"},
	{name: "followers a month, whatever their capitals", file: "instagram.csv",
		text:    "handle,Followers Jan 2024,followers Feb 2024,FOLLOWERS  Mar 2024\nana.k,1000,1100,1210\nbo_b,2000,2100,2310\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | followers=1210 growth=10", "bo_b | bo_b | followers=2310 growth=10"}},
	{name: "months that are called otherwise", file: "instagram.csv",
		text: "handle,Followers Jan 2024,Subscribers Feb 2024,Fans Mar 2024\nana.k,1000,1100,1200\nbo_b,2000,2100,2200\n", asked: "--map"},
	{name: "months that are called otherwise in part", file: "instagram.csv",
		text: "usuario;Seguidores enero 2024;Seguidores de febrero de 2024;Seguidores ago 2024\nana.k;1000;1100;1200\nbo_b;2000;2100;2200\n", asked: "--map"},
	{name: "two columns of a month", file: "instagram.csv",
		text: "handle,Followers Jan 2024,Followers Jan 2024,Followers Feb 2024\nana.k,1000,9999,1100\nbo_b,2000,8888,2100\n", asked: "followers=#3"},
	{name: "a year and its last day", file: "instagram.csv",
		text: "handle,Followers 2024,Followers Dec 2024,Followers 2024-12-31\nana.k,1000,1100,1200\nbo_b,2000,2100,2200\n", asked: "--map"},
	{name: "likes on a day between those of followers", file: "instagram.csv",
		text: "handle,Followers Jan 2024,Avg likes Jan 2024,Avg likes Feb 2024,Followers Mar 2024\nana.k,1000,50,55,3000\nbo_b,2000,60,65,4000\n", asked: "followers=Followers Mar 2024"},
	{name: "followers beside those who are new", file: "instagram.csv",
		text:    "handle,followers,New followers Jan 2024,New followers Feb 2024\nana.k,5000,100,200\nbo_b,6000,300,400\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | followers=5000", "bo_b | bo_b | followers=6000"}},
	{name: "who is new each month", file: "instagram.csv",
		text: "handle,New followers Jan 2024,New followers Feb 2024\nana.k,100,200\nbo_b,300,400\n", asked: "--map"},
	{name: "a rate of no day beside months", file: "instagram.csv",
		text: "handle,Followers Jan 2020,Followers Feb 2020,Engagement rate\nana.k,1000,1100,3.2%\nbo_b,2000,2100,2.2%\n", asked: "followers=Followers Feb 2020"},
	{name: "followers of now beside months", file: "instagram.csv",
		text:    "handle,Followers,Followers Jan 2024,Followers Feb 2024\nana.k,1500,1000,1100\nbo_b,2500,2000,2100\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | followers=1500", "bo_b | bo_b | followers=2500"}},
	{name: "followers of now beside months, told", file: "instagram.csv", told: []string{"--map", "followers=#2"},
		text:    "handle,Followers,Followers Jan 2024,Followers Feb 2024\nana.k,1500,1000,1100\nbo_b,2500,2000,2100\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | followers=1500", "bo_b | bo_b | followers=2500"}},
	{name: "months, and what another column is told to be", file: "instagram.csv", told: []string{"--map", "name=Owner"},
		text:    "Owner,handle,Followers 2022,Followers 2023,Followers 2024\nAnn,ana.k,1000,1100,1200\nBea,bo_b,2000,2100,2200\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | Ann | followers=1200", "bo_b | Bea | followers=2200"}},
	{name: "a month that cannot be read has no number of another", file: "instagram.csv",
		text:    "handle,Followers Jan 2024,Followers Feb 2024,Followers Mar 2024\nana.k,1000,10k-50k,1300\nbo_b,2000,2100,2200\ncyd1,30,33,\ncyd1,,,\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | followers=1300", "bo_b | bo_b | followers=2200 growth=4.7619", "cyd1 | cyd1 | followers=33 growth=10"}, word: "its followers of 2024-02-01 cannot be read"},
	{name: "a row without numbers before one that has them", file: "instagram.csv",
		text:    "handle,Followers 2022,Followers 2023\nana.k,-,n/a\nbo_b,20,30\nana.k,700,800\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | followers=800", "bo_b | bo_b | followers=30"}},
	{name: "days that a column of its own says", file: "instagram.csv",
		text: "username,as of,followers Jan 2024,followers Feb 2024\nana.k,2024-03-01,1200,1300\nbo_b,2024-03-01,10,20\n", asked: "--map"},
	{name: "which of three columns is asked at once", file: "instagram.csv",
		text: "username,Follower Bern,Follower Wien,Follower Linz\nana.k,1200,300,20\nbo_b,10,20,30\n", asked: "followers=Follower Linz"},
	{name: "two lists with an empty column between", file: "lists.csv",
		text: "Instagram,Followers,,TikTok,Followers\nana.k,12,,zoe.z,34\nbo_b,56,,yan.y,78\n", asked: "--kind"},
	{name: "two lists side by side without such a column are of two people", file: "lists.csv",
		text:    "Instagram,Followers,TikTok,Followers,\nana.k,12,zoe.z,34,\nbo_b,56,yan.y,78,\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | followers=12", "bo_b | bo_b | followers=56"}},
	{name: "who looks after several accounts is not their name", file: "instagram.csv",
		text:    "Handle,Followers,Owner\nana.k,12,Kim\nbo_b,34,Kim\ncyd1,56,Jo\ndee.d,78,Jo\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | followers=12", "dee.d | dee.d | followers=78"}},
	{name: "names of which some are those of others", file: "instagram.csv",
		text:    "Handle,Followers,Name\nana.k,12,Anna\nana.z,34,Anna\ncyd1,56,Cyd\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | Anna | followers=12", "cyd1 | Cyd | followers=56"}},
	{name: "accounts of a person on several networks, a row each", file: "list.csv",
		text:    "Network,Handle,Followers,Name\nInstagram,ana.k,12,Anna\nTikTok,ana_k,34,Anna\nInstagram,cyd1,56,Cyd\nTikTok,cyd_1,78,Cyd\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | Anna | followers=12", "cyd1 | Cyd | followers=56"}},
	{name: "accounts of a person on several networks, by their addresses", file: "list.csv",
		text:    "name,profile url,followers\nAnna,https://www.instagram.com/a.k,12\nAnna,https://www.tiktok.com/@kim_tt,34\nAnna,https://www.youtube.com/@kimyt,56\nBen,https://www.instagram.com/b.x,78\n",
		network: api.PhotoPlatform, stored: []string{"a.k | Anna | followers=12", "b.x | Ben | followers=78"}},
	{name: "two accounts of a person on one network", file: "list.csv",
		text:    "Creator,Handle,Platform,Followers\nAnna Amsel,@anna_main,instagram,12\nAnna Amsel,@anna_second,instagram,34\nBen Buchs,@ben_main,instagram,56\nBen Buchs,@the.ben,instagram,78\n",
		network: api.PhotoPlatform, stored: []string{"anna_main | Anna Amsel | followers=12", "the.ben | Ben Buchs | followers=78"}},
	{name: "per cent beside interactions", file: "instagram.csv",
		text:    "handle,followers,engagement\nana.k,100000,3.2%\nbo_b,200000,5400\ncyd1,300000,4.1%\ndee.d,400000,1200\neve.e,500000,410%\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | followers=100000 rate=3.2", "bo_b | bo_b | followers=200000 rate=2.7", "cyd1 | cyd1 | followers=300000 rate=4.1", "dee.d | dee.d | followers=400000 rate=0.3", "eve.e | eve.e | followers=500000"}, word: "more than any account has"},
	{name: "an id of a network that is called one, without handles", file: "list.csv",
		text:    "Insta ID,Followers,Name\n17841400000000001,12,Ana Kim\n17841400000000002,34,Bo Ray\n",
		network: api.PhotoPlatform, stored: []string{"17841400000000001 | Ana Kim | followers=12 id=17841400000000001", "17841400000000002 | Bo Ray | followers=34 id=17841400000000002"}},
	{name: "on its side, below words that look like headers", file: "compare.csv",
		text:    ",Creator A,Creator B\nHandle,@ana.k,@bo_b\nPlatform,Instagram,Instagram\nFollowers,1200,3400\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | followers=1200", "bo_b | bo_b | followers=3400"}},
	{name: "words that one network alone uses", file: "users.jsonl",
		text:    `{"user":{"username":"ana.k","edge_followed_by":{"count":1200}}}` + "\n" + `{"user":{"username":"bo_b","edge_followed_by":{"count":3400}}}` + "\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | followers=1200", "bo_b | bo_b | followers=3400"}},
	{name: "words that another network alone uses", file: "users.csv",
		text:    "unique_id,region,digg_count,follower_count\nana.k,DE,5,1200\nbo_b,AT,7,3400\n",
		network: api.ShortVideoPlatform, stored: []string{"ana.k | ana.k | followers=1200 country=DE", "bo_b | bo_b | followers=3400 country=AT"}},
	{name: "a handle that is called an id", file: "list.csv",
		text:    "名前,インスタID,フォロワー数\nさくら,sakura_bento,3.4万人\nけん,ken.camp,980人\n",
		network: api.PhotoPlatform, stored: []string{"sakura_bento | さくら | followers=34000", "ken.camp | けん | followers=980"}},
	{name: "an id of a network", file: "list.csv",
		text:    "Handle,Instagram ID,Followers\nana.k,17841400000000001,12\nbo_b,17841400000000002,34\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | followers=12 id=17841400000000001", "bo_b | bo_b | followers=34 id=17841400000000002"}},
	{name: "a rate whose header is short", file: "instagram.csv",
		text:    "username,followers,er_pct\nana.k,1200,3.4\nbo_b,3400,0.5\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | followers=1200 rate=3.4", "bo_b | bo_b | followers=3400 rate=0.5"}},
	{name: "engagement without followers is a rate where it has fractions", file: "instagram.csv",
		text:    "username,engagement\nana.k,3.4\nbo_b,0.5\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | rate=3.4", "bo_b | bo_b | rate=0.5"}},
	{name: "engagement without followers is no rate where it may be people", file: "instagram.csv",
		text:    "username,engagement,country\nana.k,34,DE\nbo_b,50,FR\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | country=DE", "bo_b | bo_b | country=FR"}},
	{name: "characters that draw nothing", file: "list.csv",
		text:    "User\u200bname,Foll\u00adowers,Plat\u200bform\n\u2060@ana.k,12\u00a0400,Instagram\u200b\n\u200ebo_b\u200f,88\u202f000,instagram\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | ana.k | followers=12400", "bo_b | bo_b | followers=88000"}},
	{name: "lines that were saved as a cell each", file: "instagram.csv",
		text:    "\n\"username,followers,name\"\n\"ana.k,1200,\"\"Kim, Ana\"\"\"\nbo_b\n\"cyd1,56,Cyd\"\n",
		network: api.PhotoPlatform, stored: []string{"ana.k | Kim, Ana | followers=1200", "cyd1 | Cyd | followers=56"}},
	{name: "figures beside handles", file: "instagram.txt", told: []string{"--map", "username=#1"},
		text:    "1. @ana.k – 12.4k\n2. @bo_b – 88k\n@cyd1\n",
		network: api.PhotoPlatform, stored: []string{"cyd1 | cyd1 |"}, word: "its handle cannot be one: 1. @ana.k"},
	{name: "the handle in the address of a post", file: "posts.csv",
		text: "owner,text,plays,video url\nana.k,One,10,https://www.tiktok.com/@ana.k/video/7101\nbo_b,Two,20,https://www.tiktok.com/@bo_b/video/7102\n" +
			"bo_b,Three,20,https://www.tiktok.com/@bo_b/video/7103\n",
		network: api.ShortVideoPlatform, stored: []string{"ana.k | ana.k |", "bo_b | bo_b |"}},
	{name: "a word for a video names no network", file: "claims.csv",
		text: "video_id,video_view_count,video_like_count,text\n7017666019,404958,6900,one\n7017666020,4958,690,two\n", asked: "--platform"},
}

// A cell over several lines where the look ahead ends costs nothing.
func TestALongCellWhereTheLookAheadEnds(t *testing.T) {
	text := "username,followers,bio\n" + rows("u%d,%d000,%d\n", 57, 7) + "v1,12,\"one\ntwo\nthree\nfour\"\nv2,34,x\n"
	store := open(t)
	report := run(t, store, importer.Options{}, filepath.Join(write(t, map[string]string{"instagram.csv": text}), "instagram.csv"))
	if report.New != 59 || report.Skipped != 0 {
		t.Errorf("%d new, skipped %v", report.New, report.Files[0].Skipped)
	}
}

// rows makes lines of a table: the format takes the number of the line, from 1, and its
// remainder by a number.
func rows(format string, n, remainder int) string {
	var text strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&text, format, i, i, i%remainder)
	}
	return text.String()
}

func TestSheets(t *testing.T) {
	for _, s := range sheets {
		t.Run(s.name, s.check)
	}
}

func (s quirk) check(t *testing.T) {
	store, o := open(t), importer.Options{}
	for i := 0; i+1 < len(s.told); i += 2 {
		if err := o.Tell(s.told[i], s.told[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	folder := write(t, map[string]string{s.file: s.text})
	report := run(t, store, o, filepath.Join(folder, s.file))
	refused := report.Files[0].Refused
	switch {
	case s.asked != "":
		if !strings.Contains(refused, s.asked) {
			t.Errorf("it was not asked for %s, but: %q", s.asked, refused)
		}
		return
	case s.refused != "":
		if !strings.Contains(refused, s.refused) {
			t.Errorf("refused with %q", refused)
		}
		return
	case refused != "":
		t.Fatal(refused)
	}
	if told := fmt.Sprint(report.Files[0].Skipped, report.Files[0].Cells); !strings.Contains(told, s.word) {
		t.Errorf("nothing says %q: %s", s.word, told)
	}
	for _, want := range s.stored {
		name, _, _ := strings.Cut(want, " ")
		if got := tell(t, store, s.network, name); got != want {
			t.Errorf("stored %q, want %q", got, want)
		}
	}
	for _, name := range s.absent {
		if got := tell(t, store, s.network, name); strings.Contains(got, "|") {
			t.Errorf("%q is stored as an account: %s", name, got)
		}
	}
}
