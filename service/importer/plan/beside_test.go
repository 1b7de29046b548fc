package plan_test

import (
	"fmt"
	"strings"
	"testing"

	"greenroom/service/importer/plan"
)

// TestColumnsBesideOthers holds what columns are found to be by what stands beside them, and
// how their numbers are read: IG/ is an address of the network.
func TestColumnsBesideOthers(t *testing.T) {
	for _, c := range []struct{ name, table, want string }{
		{"handles in a column for names", "talent,handle,link|ana.k,Ana Klein,IG/ana.k|bo_li,Bo Li,IG/bo_li|cy.d,Cy Doe,IG/cy.d", "talent=username certain, handle=name likely, link=profile_url likely"},
		{"one of five addresses differs", "handle,link|ana.k,IG/ana.k|bo_li,IG/bo_li|cy.d,IG/cy.d|dee,IG/dee|else,IG/eve", "handle=username certain, link=profile_url likely"},
		{"one of four addresses differs", "handle,link|ana.k,IG/ana.k|bo_li,IG/bo_li|cy.d,IG/cy.d|else,IG/eve", "handle=name a guess, link=profile_url likely"},
		{"no address agrees", "handle,link,followers|ana.k,IG/anak,1|bo_li,IG/bob,2|cy.d,IG/cyd,3", "handle=name a guess, link=profile_url likely, followers=followers likely"},
		{"headers the wrong way round", "username,name|Ana Klein,ana.k|Bo Li,bo_li|Cy Doe,cy_d", "username=name likely, name=username likely"},
		{"numbers for handles", "username,followers|1200,1200|90,90", "username=username certain, followers=followers certain"},
		{"names that are handles", "name,followers|ana.k,1200|bo_li,90|cy_d,70", "name=username likely, followers=followers certain"},
		{"a column of networks", "handle,where|ana,Instagram|bo,TikTok|cy,Instagram", "handle=username certain, where=platform likely"},
		{"a network above handles", "instagram,followers|ana,100|bo,90", "instagram=username certain, followers=followers certain"},
		{"networks above numbers", "handle,instagram,tiktok|ana,100,90|bo,90,80", "handle=name a guess, instagram=followers certain photoplatform, tiktok=followers certain shortvideoplatform"},
		{"networks above handles", "handle,instagram,tiktok|ana,ana.k,anatt|bo,bo.l,botik", "handle=name a guess, instagram=username certain photoplatform, tiktok=username certain shortvideoplatform"},
		{"thousands by the header", "handle,followers (k)|ana,12|bo,90|cy,1200", "handle=username certain, followers (k)=followers certain x1000"},
		{"millions by the header", "handle,followers (m)|ana,1.2|bo,0.9|cy,12", "handle=username certain, followers (m)=followers certain x1e+06"},
		{"millions by the header, with three digits behind one point", "handle,followers (m)|ana,1.295|bo,0.9|cy,12.13", "handle=username certain, followers (m)=followers certain x1e+06"},
		{"thousands by the header, written out", "handle,followers (k)|ana,12950|bo,48200|cy,812", `Column "followers (k)" has a unit in its header, and numbers such as 12950 that look written out: what does it count in? Say it with --unit followers=thousands, or --unit followers=millions, or --unit followers=ones.`},
		{"thousands by the header, half of them written out", "handle,followers (k)|ana,12950|bo,812", "handle=username certain, followers (k)=followers certain x1000"},
		{"views written out under a unit", "handle,followers,avg views (k)|ana,12950,9100|bo,48200,3100", "handle=username certain, followers=followers certain, avg views (k): it has a unit in its header, and numbers such as 9100 that look written out, and --unit views=… does not say what it counts in"},
		{"too few followers for their likes", "handle,followers,avg likes|ana,48,910|bo,13,330|cy,230,4100", `Column "followers" has numbers such as 48, too small for the likes beside them unless they are thousands: what does it count in? Say it with --unit followers=thousands, or --unit followers=millions, or --unit followers=ones.`},
		{"what those who follow speak", "handle,followers,followers' language|ana,48,German|bo,13,German", "handle=username certain, followers=followers certain, followers' language: its header says followers, its cells do not"},
		{"networks are no names", "channel,creator,handle|Instagram,Ana Kim,ana.k|TikTok,Bo Li,bo_li", "channel=platform likely, creator=name certain, handle=username certain"},
		{"formats are no networks", "handle,network,format|ana,TikTok,Reel|bo,Instagram,Reel", "handle=username certain, network=platform certain, format: its header is not known"},
		{"people below posts", "videoId,author,text,likeCount|dQw4w9WgXcQ,ana,Nice!,4|dQw4w9WgXcQ,bo,Where?,1|a1B2c3D4e5F,cy,Again,0", "Its rows are comments: who wrote them is no creator of yours. Say what they hold with --kind, such as --kind creators."},
		{"a video on two days", "videoId,author,text,likeCount|dQw4w9WgXcQ,ana,Nice!,4|dQw4w9WgXcQ,ana,Nice!,5|a1B2c3D4e5F,cy,Again,0", "videoId=post_id certain, author=username likely, text=caption likely, likeCount=likes certain"},
		{"fractions that count in nothing told", "handle,followers,likes|ana,1.2,40|bo,9.1,300|cy,12,500", `Column "followers" has fractions such as 9.1: what does it count in? Say it with --unit followers=thousands, or --unit followers=millions, or --unit followers=ones.`},
		{"addresses of posts", "post url,likes,comments|IG/p/CabcdefGHIJ/,12,3|IG/p/CabcdefGHIK/,14,4", "post url=url certain, likes=likes certain, comments=comments likely"},
		{"engagement that is a rate", "handle,engagement,followers|ana,0.03,1000|bo,0.021,2000", "handle=username certain, engagement=engagement_rate a guess ratio, followers=followers certain"},
		{"engagement that counts", "handle,engagement,followers|ana,30,1000|bo,42,2000", "handle=username certain, engagement=avg_engagement certain, followers=followers certain"},
		{"a rate beside what it measures", "handle,ER,followers,engagement|ana,0.9,1000,9|bo,0.8,2000,16", "handle=username certain, ER=engagement_rate likely, followers=followers certain, engagement=avg_engagement certain"},
		{"a ratio beside what it measures", "handle,ER,followers,engagement|ana,0.9,10,9|bo,0.8,20,16", "handle=username certain, ER=engagement_rate likely ratio, followers=followers certain, engagement=avg_engagement certain"},
		{"two addresses agree with an unknown column", "col,link,followers|ana.k,IG/ana.k,10|bo_li,IG/bo_li,20", "col=username certain, link=profile_url likely, followers=followers certain"},
		{"one of two agrees", "col,link,followers|ana.k,IG/ana.k,10|bo_li,IG/bo,20", "col: its header is not known, link=profile_url likely, followers=followers certain"},
		{"rates just above one", "handle,ER|ana,1.2|bo,1.5|cy,1.9", "handle=username certain, ER=engagement_rate likely"},
		{"a header that says per cent", "handle,ER %|ana,0.05|bo,0.06|cy,1.5", "handle=username certain, ER %=engagement_rate likely"},
		{"and may be shares of one", "handle,ER %|ana,0.05|bo,0.06|cy,0.9", `Column "ER %" has rates such as 0.05: are they shares of one or per cent? Say it with --rates ratio, or --rates percent.`},
		{"a name for the accounts of two networks", "name,instagram handle,instagram followers,tiktok handle,tiktok followers|Ana,ana,10,anatt,20|Bo,bo,11,botik,21", "name=name certain, instagram handle=username certain photoplatform, instagram followers=followers likely photoplatform, tiktok handle=username certain shortvideoplatform, tiktok followers=followers likely shortvideoplatform"},
		{"ids of channels beside other networks", "channel id,instagram handle,instagram followers,tiktok handle,tiktok followers|UCabcdefghijklmnopqrstuv,ana,10,anatt,20|UCabcdefghijklmnopqrstuw,bo,11,botik,21", "channel id=channel_id certain videoplatform, instagram handle=username certain photoplatform, instagram followers=followers likely photoplatform, tiktok handle=username certain shortvideoplatform, tiktok followers=followers likely shortvideoplatform"},
		{"names of channels, as their network shows them", "youtube channel,subscribers|Ana cooks,10|Bo bakes,20", "youtube channel=name certain, subscribers=followers certain"},
		{"channels by their handles", "youtube channel,subscribers|@anacooks,10|@bobakes,20", "youtube channel=username likely, subscribers=followers certain"},
		{"a long header with a remark", "followers (as of the day on which this list was made by us): in full,handle|10,ana|20,bo", "followers (as of the day on which this list was made by us): in full=followers certain, handle=username certain"},
		{"a sign for handles", "@,followers|ana,10|bo,20", "@=username certain, followers=followers certain"},
		{"names alone", "channel,subscribers|Ana cooks,10|Bo bakes,20", `It names creators, and no column says their handles: are they in "channel"? Say it with --map username=channel.`},
		{"a channel with its handle", "channel,handle,subscribers|Ana cooks,@ana,10|Bo bakes,@bo,20", "channel=name certain, handle=username certain, subscribers=followers certain"},
		{"likes of nobody knows how many", "owner,likes|ana.k,10|bo_li,20", `Nothing but "owner" says that its rows are creators, and nothing is said of them: are they? Say it with --kind creators.`},
	} {
		p, err := read(strings.ReplaceAll(c.table, "IG/", "https://www.instagram.com/"), plan.Told{})
		if err != nil {
			if err.Error() != c.want {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		var got []string
		for _, column := range p.Columns {
			said := column.Header + ": " + column.Why
			if column.Field != plan.None {
				said = fmt.Sprintf("%s=%s %s", column.Header, column.Field, column.Sure)
			}
			if column.Platform != "" {
				said += " " + string(column.Platform)
			}
			if column.Style.Unit > 0 {
				said += fmt.Sprint(" x", column.Style.Unit)
			}
			if column.Ratio {
				said += " ratio"
			}
			got = append(got, said)
		}
		if all := strings.Join(got, ", "); all != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, all, c.want)
		}
	}
}
