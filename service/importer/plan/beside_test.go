package plan_test

import (
	"fmt"
	"strings"
	"testing"

	"greenroom/service/importer/plan"
)

// besides are tables, and what each column is taken for beside the others.
var besides = []struct{ name, table, want string }{
	{"handles in a column for names", "talent,handle,link|ana.k,Ana Klein,IG/ana.k|bo_li,Bo Li,IG/bo_li|cy.d,Cy Doe,IG/cy.d", "talent=username certain, handle=name likely, link=profile_url likely"},
	{"one of five addresses differs", "handle,link|ana.k,IG/ana.k|bo_li,IG/bo_li|cy.d,IG/cy.d|dee,IG/dee|else,IG/eve", "handle=username certain, link=profile_url likely"},
	{"one of four addresses differs", "handle,link|ana.k,IG/ana.k|bo_li,IG/bo_li|cy.d,IG/cy.d|else,IG/eve", "handle=name a guess, link=profile_url likely"},
	{"no address agrees", "handle,link,followers|ana.k,IG/anak,1|bo_li,IG/bob,2|cy.d,IG/cyd,3", "handle=name a guess, link=profile_url likely, followers=followers likely"},
	{"headers the wrong way round", "username,name|Ana Klein,ana.k|Bo Li,bo_li|Cy Doe,cy_d", "username=name likely, name=username likely"},
	{"numbers for handles", "username,followers|1200,1200|90,90", "username=username certain, followers=followers certain"},
	{"names that are handles", "name,followers|ana.k,1200|bo_li,90|cy_d,70", "name=username likely, followers=followers certain"},
	{"a column of networks", "handle,where|ana,Instagram|bo,TikTok|cy,Instagram", "handle=username certain, where=platform likely"},
	{"a network above handles", "instagram,followers|ana,100|bo,90", "instagram=username certain, followers=followers certain"},
	{"networks above numbers", "handle,instagram,tiktok|ana,100,90|bo,90,80", `Column "handle" does not say of which network it is, and there are several: of which? Say it with --platform photoplatform, or --platform shortvideoplatform.`},
	{"networks above handles", "handle,instagram,tiktok|ana,ana.k,anatt|bo,bo.l,botik", "handle: it does not say of which network, instagram=username certain photoplatform, tiktok=username certain shortvideoplatform"},
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
	{"four rows of posts of two people", "code,owner,followers,likes,caption|Axb1k,ana,900,10,One text here|Zq7ym,ana,900,11,Two text here|Kp3ww,ana,900,12,Three text here|Lm9rt,bo,800,13,Four text here", "code=post_id a guess, owner=username likely, followers=followers certain, likes=likes certain, caption=caption certain"},
	{"three rows of posts of two people", "code,owner,followers,likes,caption|Axb1k,ana,900,10,One text here|Zq7ym,ana,900,11,Two text here|Kp3ww,bo,900,12,Three text here", "Its rows may be creators or posts: which? Say it with --kind creators, or --kind posts."},
	{"four rows of posts of four people", "code,owner,followers,likes,caption|Axb1k,ana,900,10,One text here|Zq7ym,cy,901,11,Two text here|Kp3ww,dee,902,12,Three text here|Lm9rt,bo,800,13,Four text here", "Its rows may be creators or posts: which? Say it with --kind creators, or --kind posts."},
	{"a comment that is a number in one of five rows", "comment,comment id,author|Nice one,1,ana|12,2,bo|Where to,3,cy|Again so,4,dee|Lovely,5,eva", "Nothing but \"author\" says that its rows are creators, and nothing is said of them: are they? Say it with --kind creators."},
	{"a comment that is a number in one of six rows", "comment,comment id,author|Nice one,1,ana|12,2,bo|Where to,3,cy|Again so,4,dee|Lovely,5,eva|Great,6,fin", "Its rows are comments: who wrote them is no creator of yours. Say what they hold with --kind, such as --kind creators."},
	{"videos in four of five rows", "video,title,likes|dQw4w9WgXcQ,One,1|a1B2c3D4e5F,Two,2|Zz1Yy2Xx3Ww,Three,3|Qq1Ww2Ee3Rr,Four,4|none,Five,5", "video=post_id likely, title=title likely, likes=likes likely"},
	{"videos in five of six rows", "video,title,likes|dQw4w9WgXcQ,One,1|a1B2c3D4e5F,Two,2|Zz1Yy2Xx3Ww,Three,3|Qq1Ww2Ee3Rr,Four,4|Tt1Yy2Uu3Ii,Six,6|none,Five,5", "video=post_id likely, title=title likely, likes=likes likely"},
	{"half of the handles are none", "username,alias,followers|Ana Kim,ana.k,1|bo_li,bo_li2,2", "username=name a guess, alias=username certain, followers=followers likely"},
	{"most of the handles are none", "username,alias,followers|Ana Kim,ana.k,1|Bo Li,bo_li,2|cy.d,cydee,3", "username=name likely, alias=username certain, followers=followers likely"},
	{"channels of which few are handles", "youtube username,subscribers|Ana Kim,1|Bo Li,2|Cy,3", "youtube username=name likely, subscribers=followers likely"},
	{"channels of which nine in ten are handles", "youtube username,subscribers|ana1,1|bo2,2|cy3,3|dee4,4|eva5,5|fin6,6|gia7,7|hu8,8|ida9,9|Jo Ott,10", "youtube username=username certain, subscribers=followers likely"},
	{"a network above names and handles", "instagram,followers|ana.k,1|Bo Li,2", "instagram=username likely, followers=followers likely"},
	{"a network above names", "instagram,followers|Ana Kim,1|Bo Li,2", "Its columns are neither those of creators nor of posts; say which is which with --map, such as --map username=Account."},
	{"engagement that is a word", "handle,followers,engagement|ana,900,high|bo,700,low", "handle=username certain, followers=followers certain, engagement: its header says avg engagement, its cells do not"},
	{"engagement with signs", "handle,followers,engagement|ana,900,3%|bo,700,4%", "handle=username certain, followers=followers certain, engagement=engagement_rate likely"},
	{"one handle of the name's letters", "handle,name,title,followers|anakim,Ana Kim,Kimmy,9|boli,Bo Li,Boss,8", "handle=username certain, name=name certain, title: its header is not known, followers=followers certain"},
	{"likes nearly twice the rate", "handle,followers,ER,avg likes|a1,1000,0.9,17|a2,2000,0.8,30", "handle=username certain, followers=followers certain, ER=engagement_rate likely, avg likes=likes certain"},
	{"likes more than twice the rate", "handle,followers,ER,avg likes|a1,1000,0.9,19|a2,2000,0.8,33", "Column \"ER\" has rates such as 0.9: are they shares of one or per cent? Say it with --rates ratio, or --rates percent."},
	{"likes half the rate", "handle,followers,ER,avg likes|a1,1000,0.9,4|a2,2000,0.8,7", "Column \"ER\" has rates such as 0.9: are they shares of one or per cent? Say it with --rates ratio, or --rates percent."},
	{"eight words", "the number of all followers in my list,handle|10,ana|20,bo", "Column \"the number of all followers in my list\": \"all\" in its header may make it another thing than the followers. Is it the followers? Say it with --map \"followers=the number of all followers in my list\"."},
	{"nine words", "the number of all the followers in my list,handle|10,ana|20,bo", "the number of all the followers in my list: its header is not known, handle=username certain"},
	{"no likes for anybody", "handle,followers,avg likes|a1,48,0|a2,13,0|a3,230,0", "handle=username certain, followers=followers certain, avg likes: it is zero in every row"},
	{"likes of one more than none", "handle,followers,avg likes|a1,48,910|a2,13,330|a3,230,4100|a4,0,0", "Column \"followers\" has numbers such as 48, too small for the likes beside them unless they are thousands: what does it count in? Say it with --unit followers=thousands, or --unit followers=millions, or --unit followers=ones."},
	{"written out at a thousand", "handle,followers (k)|a1,1000|a2,1200|a3,999", "Column \"followers (k)\" has a unit in its header, and numbers such as 1000 that look written out: what does it count in? Say it with --unit followers=thousands, or --unit followers=millions, or --unit followers=ones."},
	{"below a thousand", "handle,followers (k)|a1,998|a2,1200|a3,999", "handle=username certain, followers (k)=followers certain x1000"},
	{"a hundred and not thousands", "handle,followers (lakh)|a1,12|a2,9|a3,7", "handle=username certain, followers (lakh)=followers certain x100000"},
	{"letters behind numbers under a unit", "handle,followers (k)|a1,1200K|a2,48200K|a3,99K", "handle=username certain, followers (k)=followers certain x1000"},
	{"nineteen of twenty days", "handle,followers,as of|a01,1,13/01/2024|a02,2,14/01/2024|a03,3,15/01/2024|a04,4,16/01/2024|a05,5,17/01/2024|a06,6,18/01/2024|a07,7,19/01/2024|a08,8,20/01/2024|a09,9,21/01/2024|a10,10,22/01/2024|a11,11,23/01/2024|a12,12,24/01/2024|a13,13,25/01/2024|a14,14,26/01/2024|a15,15,27/01/2024|a16,16,28/01/2024|a17,17,29/01/2024|a18,18,30/01/2024|a19,19,31/01/2024|a20,20,01/31/2024", "handle=username certain, followers=followers likely, as of=as_of likely"},
	{"eighteen of twenty days", "handle,followers,as of|a01,1,13/01/2024|a02,2,14/01/2024|a03,3,15/01/2024|a04,4,16/01/2024|a05,5,17/01/2024|a06,6,18/01/2024|a07,7,19/01/2024|a08,8,20/01/2024|a09,9,21/01/2024|a10,10,22/01/2024|a11,11,23/01/2024|a12,12,24/01/2024|a13,13,25/01/2024|a14,14,26/01/2024|a15,15,27/01/2024|a16,16,28/01/2024|a17,17,29/01/2024|a18,18,30/01/2024|a19,19,01/30/2024|a20,20,01/31/2024", "handle=username certain, followers=followers likely, as of=as_of likely"},
	{"days that may be either", "handle,followers,as of|a1,1,03/04/2024|a2,2,05/06/2024", "Column \"as of\" has dates such as 05/06/2024, and none tells day and month apart: which comes first? Say it with --dates day-first, or --dates month-first."},
	{"no day at all", "handle,followers,as of|a1,1,soon|a2,2,later", "handle=username certain, followers=followers likely, as of: its header says as of, its cells do not"},
	{"a network in half of the rows", "handle,where,followers|ana,Instagram,1|bo,TikTok,2|cy,Instagram,3|dee,Podcast,4", "handle=username certain, where=platform likely, followers=followers likely"},
	{"networks and words", "handle,where,followers|ana,Instagram,1|bo,home,2|cy,Instagram,3|dee,office,4", "handle=username certain, where: its header is not known, followers=followers likely"},
	{"average likes beside likes in all", "handle,followers,likes,avg likes|a1,9000,900,80|a2,7000,700,60|a3,6000,500,50", "handle=username certain, followers=followers certain, likes: it is no average, avg likes=likes certain"},
	{"average likes before likes in all", "handle,followers,avg likes,likes|a1,9000,80,900|a2,7000,60,700|a3,6000,50,500", "handle=username certain, followers=followers certain, avg likes=likes certain, likes: it is no average"},
	{"two numbers of posts a week", "handle,followers,posts per week,posts_per_week|ana,900,3,2|bo,700,4,9", "handle=username certain, followers=followers certain, posts per week: another column may be the posts per week too, and --map posts_per_week=… does not say which, posts_per_week: \"week\" in its header makes it another thing than the posts"},
	{"in full and without a network", "name,instagram handle,instagram followers,tiktok handle,followers|Ana,ana,10,anatt,900|Bo,bo,11,botik,700", "Column \"followers\" does not say of which network it is, and there are several: of which? Say it with --platform photoplatform, or --platform shortvideoplatform."},
	{"engagement of whole numbers", "handle,followers,engagement|a1,90000,3|a2,70000,2|a3,60000,4", "handle=username certain, followers=followers certain, engagement: its numbers are too small to count people"},
	{"engagement in fractions", "handle,followers,engagement|a1,90000,3.1|a2,70000,2.4|a3,60000,4.5", "handle=username certain, followers=followers certain, engagement=engagement_rate a guess"},
	{"engagement above a hundred in fractions", "handle,followers,engagement|a1,90000,103.1|a2,70000,102.4|a3,60000,104.5", "handle=username certain, followers=followers certain, engagement: its numbers are too small to count people"},
	{"likes in small fractions", "handle,followers,avg likes|a1,90000,0.31|a2,70000,0.24|a3,60000,0.45", "handle=username certain, followers=followers certain, avg likes=likes likely x1000"},
	{"ids of seven digits of a page", "handle,page id|a1,2093117|a2,8120551|a3,9120551", "handle=username certain, page id: nothing says that it is the network's own id, so it is your own reference"},
	{"ids of eight digits of a page", "handle,page id|a1,20931174|a2,88120551|a3,49120551", "handle=username certain, page id=profile_id certain"},
	{"a name that is the handle", "handle,full name,alias,followers|ana_kim,Ana Kim,Kimmy,900|bo_ray,Bo Ray,Rayban,700", "handle=username certain, full name=name certain, alias=name likely, followers=followers certain"},
	{"names of which neither is better", "handle,stage name,legal name,followers|ak1,Ana Kim,Kimmy,900|br2,Bo Ray,Rayban,700", "handle=username certain, stage name: several columns may be the name, and differ; --map name=… says which is, legal name: several columns may be the name, and differ; --map name=… says which is, followers=followers certain"},
	{"an owner of posts who is written as a handle", "post url,author,likes|IG/p/CabcdefGHIJ/,ana.k,12|IG/p/CabcdefGHIK/,bo_li,14", "post url=url certain, author=username likely, likes=likes certain"},
	{"an owner of posts who is written as a name", "post url,author,likes|IG/p/CabcdefGHIJ/,Ana Kim,12|IG/p/CabcdefGHIK/,Bo Li,14", "post url=url certain, author=name certain, likes=likes certain"},
	{"posts without an address", "post id,caption,likes|C1,Hello there,12|C2,Good morning,14", "Its columns are neither those of creators nor of posts; say which is which with --map, such as --map username=Account."},
	{"nine of ten rows agree", "handle,followers,followers app|a1,5100,5100|a2,5200,5200|a3,5300,5300|a4,5400,5400|a5,5500,5500|a6,5600,5600|a7,5700,5700|a8,5800,5800|a9,5900,5900|b1,6000,9000", "handle=username certain, followers=followers certain, followers app: another column says it"},
	{"eight of ten rows agree", "handle,followers,followers app|a1,5100,5100|a2,5200,5200|a3,5300,5300|a4,5400,5400|a5,5500,5500|a6,5600,5600|a7,5700,5700|a8,5800,5800|a9,5900,9900|b1,6000,9000", "handle=username certain, followers=followers certain, followers app: another column says it, and they differ"},
	{"written short, and further apart", "handle,followers,followers app|a1,1.2M,1290000|a2,1.3M,1410000", "handle=username certain, followers=followers certain, followers app: another column says it, and they differ"},
	{"four of five likes fit thousands", "handle,followers,avg likes|a1,48,910|a2,13,330|a3,230,4100|a4,8,160|a5,9,900000", "Column \"followers\" has numbers such as 48, too small for the likes beside them unless they are thousands: what does it count in? Say it with --unit followers=thousands, or --unit followers=millions, or --unit followers=ones."},
	{"three of five likes fit thousands", "handle,followers,avg likes|a1,48,910|a2,13,330|a3,230,4100|a4,8,160000|a5,9,900000", "handle=username certain, followers=followers certain, avg likes=likes certain"},
	{"two rows are too few to tell", "handle,followers,avg likes|a1,48,910|a2,13,330", "handle=username certain, followers=followers certain, avg likes=likes certain"},
	{"years from 1980 to 2100", "handle,posts|a1,1980|a2,2100|a3,2001", "handle=username certain, posts=posts likely"},
	{"years and a number before", "handle,posts|a1,1979|a2,2100|a3,2001", "handle=username certain, posts=posts certain"},
	{"years and a number after", "handle,posts|a1,1980|a2,2101|a3,2001", "handle=username certain, posts=posts certain"},
	{"ids of a user a thousand a row apart", "handle,user id|a1,20931174|a2,20932974", "handle=username certain, user id: nothing says that it is the network's own id, so it is your own reference"},
	{"ids of a user further apart", "handle,user id|a1,20931174|a2,20933174", "handle=username certain, user id=profile_id certain"},
	{"six letters before an id", "handle,user id|a1,ABCDEF20931174|a2,ABCDEF20931274", "handle=username certain, user id: nothing says that it is the network's own id, so it is your own reference"},
	{"seven letters before an id", "handle,user id|a1,ABCDEFG20931174|a2,ABCDEFG20931274", "handle=username certain, user id: nothing says that it is the network's own id, so it is your own reference"},
	{"a number of no network beside two", "name,followers,instagram handle,tiktok handle|Ana,900,ana,anatt|Bo,700,bo,botik", "Column \"followers\" does not say of which network it is, and there are several: of which? Say it with --platform photoplatform, or --platform shortvideoplatform."},
	{"a photo of no network beside two", "name,avatar,instagram handle,tiktok handle|Ana,https://a.example/1.jpg,ana,anatt|Bo,https://a.example/2.jpg,bo,botik", "name=name certain, avatar: it does not say of which network, instagram handle=username certain photoplatform, tiktok handle=username certain shortvideoplatform"},
	{"numbers below a thousand beside", "handle,followers|a1,12.345|a2,45.678|a3,912|a4,77|a5,812", "handle=username certain, followers=followers certain"},
	{"rates just above one and a share", "handle,ER|a1,1.2|a2,0.11|a3,1.5", "handle=username certain, ER=engagement_rate likely"},
	{"rates with a sign, all above one", "handle,ER|a1,1.2%|a2,4.1%|a3,1.5", "handle=username certain, ER=engagement_rate certain"},
	{"a rate with a sign beside one that may be a share", "handle,ER|a1,1.2%|a2,4.1%|a3,0.05", "handle=username certain, ER=engagement_rate likely ratio"},
	{"likes that are no rate", "handle,followers,ER,avg likes|a1,0,0.31,310|a2,0,0.45,900", "Column \"ER\" has rates such as 0.31: are they shares of one or per cent? Say it with --rates ratio, or --rates percent."},
	{"a rate of nothing", "handle,followers,ER,avg likes|a1,1000,0,310|a2,2000,0.45,900", "handle=username certain, followers=followers certain, ER=engagement_rate likely ratio, avg likes=likes certain"},
	{"half of the rates twice what likes tell", "handle,followers,ER,avg likes|a1,1000,0.31,150|a2,2000,0.45,440", "Column \"ER\" has rates such as 0.31: are they shares of one or per cent? Say it with --rates ratio, or --rates percent."},
	{"a category that is an address", "handle,category,followers|a1,https://a.example/food,900|a2,https://a.example/art,700", "handle=username certain, category: its header says category, its cells do not, followers=followers certain"},
	{"a category", "handle,category,followers|a1,Food,900|a2,Art,700", "handle=username certain, category=category certain, followers=followers certain"},
	{"addresses of posts in six of ten rows", "owner,link,likes|a1,IG/p/CabcdefGHI1/,1|a2,IG/p/CabcdefGHI2/,2|a3,IG/p/CabcdefGHI3/,3|a4,https://a.example,4", "owner=username likely, link=url certain, likes=likes likely"},
	{"ids of videos in most rows", "video,likes,title|dQw4w9WgXcQ,1,One|a1B2c3D4e5F,2,Two|Zz1Yy2Xx3Ww,3,Three|none at all here,4,Four", "Its rows may be creators or posts: which? Say it with --kind creators, or --kind posts."},
	{"a share in a column of counts", "handle,followers,fans|a1,900,910|a2,700,690", "Columns \"followers\" and \"fans\" both may be the followers, and differ: which is it? Say it with --map followers=followers, or --map followers=fans."},
	{"the same people in every row", "handle,followers|same,900|same,700", "handle=username likely, followers=followers certain"},
	{"numbers that count up", "handle,followers|a1,1|a2,2|a3,3|a4,4", "handle=username certain, followers=followers likely"},
	{"followers below their likes", "handle,followers,likes|a1,900,1000|a2,700,800|a3,600,500", "handle=username certain, followers=followers certain, likes: it is mostly above the followers, so it is a total"},
	{"followers mostly above their likes", "handle,followers,likes|a1,900,800|a2,700,800|a3,600,500", "Column \"followers\" has numbers such as 900, too small for the likes beside them unless they are thousands: what does it count in? Say it with --unit followers=thousands, or --unit followers=millions, or --unit followers=ones."},
	{"three comments of two posts", "videoId,author,text|dQw4w9WgXcQ,ana,Nice|dQw4w9WgXcQ,bo,Where|dQw4w9WgXcQ,bo,Again|a1B2c3D4e5F,cy,Ah", "Its rows are comments: who wrote them is no creator of yours. Say what they hold with --kind, such as --kind creators."},
	{"a comment with an id", "comment id,comment,author|1,Nice one,ana|2,Where to buy,bo", "Its rows are comments: who wrote them is no creator of yours. Say what they hold with --kind, such as --kind creators."},
	{"who commented most", "handle,followers,top commenter|ana,900,@x_1|bo,700,@y_2", "handle=username certain, followers=followers certain, top commenter: its header is not known"},
	{"whoever commented beside accounts", "handle,followers,commenter|ana,900,@x_1|bo,700,@y_2", "handle=username certain, followers=followers certain, commenter: its header is not known"},
	{"whoever commented, below the same account", "handle,followers,commenter|ana,900,@x_1|ana,900,@y_2", "Its rows are comments: who wrote them is no creator of yours. Say what they hold with --kind, such as --kind creators."},
	{"who commented, with followers", "commenter,followers|@ana,900|@bo,700", "Its rows are comments: who wrote them is no creator of yours. Say what they hold with --kind, such as --kind creators."},
	{"few posts beside views of reels", "handle,followers,posts,avg reel views|ana,900,12,300|bo,700,9,200", "handle=username certain, followers=followers certain, posts=posts certain, avg reel views: \"reel\" in its header may make it another thing than the views"},
	{"yes or no in one cell", "username,fullName,followersCount,hasChannel|ana.k,Ana Kim,900,false|bo_l,Bo Li,700,", "username=username certain, fullName=name certain, followersCount=followers certain, hasChannel: its header is not known"},
	{"followers of the day beside who is mentioned", "webVideoUrl,fans,name,mentions,text,likes|https://www.tiktok.com/@ana/video/7300011122233344455,900,ana,,One,12|https://www.tiktok.com/@ana/video/7310011122233344466,950,ana,@x_1,Two,9", "webVideoUrl=url certain, fans: its numbers differ from post to post of one account, name=username certain, mentions: another column says it, text=caption likely, likes=likes certain"},
	{"comments counted", "handle,followers,comments|ana,900,12|bo,700,9", "handle=username certain, followers=followers certain, comments=comments certain"},
	{"texts that are called comments in some rows", "handle,followers,comment,comment date|ana,900,12,2024-01-01|bo,700,nice,2024-01-02", "handle=username certain, followers=followers certain, comment=comments likely, comment date: nothing but its header says that its days are those of the numbers; if they are, say --map \"as_of=comment date\""},
}

// TestColumnsBesideOthers holds what columns are found to be by what stands beside them, and
// how their numbers are read: IG/ is an address of the network.
func TestColumnsBesideOthers(t *testing.T) {
	for _, c := range besides {
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
