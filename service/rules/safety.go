package rules

import (
	"context"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/analysis"
	"greenroom/service/rules/check"
	"greenroom/service/rules/shape"
)

// safetyReach limits the texts of a creator or a profile that are judged; the size is some
// forty hours of talk.
var safetyReach = reach{posts: 200, size: 2 << 20}

// SafetyCreators judges creators by their bios, posts and transcripts.
func (s *Service) SafetyCreators(ctx context.Context, _ access.Caller, r api.SafetyCreatorsRequest) (Job, error) {
	if err := check.Size("creators", len(r.Creators), api.AnalysisMax); err != nil {
		return Job{}, err
	}
	keys, err := s.creatorKeys("creators", r.Creators)
	if err != nil {
		return Job{}, err
	}
	judged := onceEach(creatorID, s.judgeCreator)
	return bulk[service.Creator, api.CreatorRef, api.CreatorSafety]{
		atOnce: s.atOnce(), ops: []api.Operation{api.OpSafetyCreators}, code: api.CodeBrandSafety, asked: r.Creators, id: creatorID,
		find: func(ctx context.Context) ([]*service.Creator, error) { return s.creatorsOf(ctx, keys) },
		row: func(ctx context.Context, c service.Creator, asked api.CreatorRef) (api.CreatorSafety, error) {
			safety, err := judged(ctx, c)
			return api.CreatorSafety{Input: asked, Creator: creatorCard(c), AnalyzedAt: s.now(), Safety: safety}, err
		},
	}.job(), nil
}

func (s *Service) judgeCreator(ctx context.Context, c service.Creator) (api.Safety, error) {
	profiles, _, err := s.profilesOf(ctx, c.ID)
	if err != nil {
		return api.Safety{}, err
	}
	return s.judge(ctx, service.PostQuery{CreatorID: c.ID}, c, described{biosOf(c, profiles), postsOf(profiles)})
}

// SafetyProfiles judges profiles by their bios, posts and transcripts.
func (s *Service) SafetyProfiles(ctx context.Context, _ access.Caller, r api.SafetyProfilesRequest) (Job, error) {
	if err := check.Size("profiles", len(r.Profiles), api.AnalysisMax); err != nil {
		return Job{}, err
	}
	keys, err := s.profileKeys(r.Profiles)
	if err != nil {
		return Job{}, err
	}
	judged := onceEach(profileID, s.judgeProfile)
	return bulk[service.Profile, api.ProfileRef, api.ProfileSafety]{
		atOnce: s.atOnce(), ops: []api.Operation{api.OpSafetyProfiles}, code: api.CodeBrandSafety, asked: r.Profiles, id: profileID,
		find: func(ctx context.Context) ([]*service.Profile, error) { return s.profilesByKey(ctx, keys) },
		row: func(ctx context.Context, p service.Profile, asked api.ProfileRef) (api.ProfileSafety, error) {
			safety, err := judged(ctx, p)
			return api.ProfileSafety{Input: asked, Profile: shape.Summary(p), AnalyzedAt: s.now(), Safety: safety}, err
		},
	}.job(), nil
}

func (s *Service) judgeProfile(ctx context.Context, p service.Profile) (api.Safety, error) {
	c, err := s.store.Creator(ctx, p.CreatorID)
	if err != nil {
		return api.Safety{}, err
	}
	return s.judge(ctx, service.PostQuery{ProfileID: p.ID}, c, described{bioTexts(c.Languages, p.Bio), postsOf([]service.Profile{p})})
}

// described holds the facts of profiles: bios, and the number of posts, 0 where that is
// not known.
type described struct {
	bios  []analysis.Text
	posts int64
}

// judge judges posts, what is said in them and bios of somebody.
func (s *Service) judge(ctx context.Context, q service.PostQuery, of service.Creator, d described) (api.Safety, error) {
	b, err := s.bodyOf(ctx, q, safetyReach)
	if err != nil {
		return api.Safety{}, err
	}
	scan := b.scan(of)
	scan.Texts = append(scan.Texts, d.bios...)
	if d.posts > 0 {
		scan.Of = new(int(d.posts))
	}
	return s.read(ctx, scan), nil
}

// read judges texts by rules, and by a model where there is one.
func (s *Service) read(ctx context.Context, scan analysis.Scan) api.Safety {
	j := s.judged.of(scan)
	out := j.Safety
	if s.second != nil {
		out = s.second.Safety(ctx, scan, j)
	}
	return heardIn(scan.Texts).safety(out)
}

// SafetyPosts judges single posts.
func (s *Service) SafetyPosts(ctx context.Context, _ access.Caller, r api.SafetyPostsRequest) (Job, error) {
	if err := check.Size("posts", len(r.Posts), api.AnalysisMax); err != nil {
		return Job{}, err
	}
	if err := checkPosts(r.Posts); err != nil {
		return Job{}, err
	}
	return postBulk(s, api.CodeBrandSafety, r.Posts, func(ctx context.Context, read postReadings, p service.Post, asked api.PostRef) api.PostSafety {
		return api.PostSafety{Input: asked, Post: shape.Post(p), AnalyzedAt: s.now(), Safety: s.read(ctx, read.scan(p))}
	}, api.OpSafetyPosts), nil
}

// postReadings is posts with what is said in them and what their creators speak.
type postReadings struct {
	posts    []*service.Post // as asked; nil where one is unknown
	said     map[string]service.Said
	creators map[string]service.Creator
}

// postBulk answers posts, each billed as ops, with a row made of all that is read of
// them.
func postBulk[A any](s *Service, code api.Code, asked []api.PostRef, row func(context.Context, postReadings, service.Post, api.PostRef) A, ops ...api.Operation) Job {
	var read postReadings
	return bulk[service.Post, api.PostRef, A]{
		atOnce: s.atOnce(), ops: ops, code: code, asked: asked, id: postID,
		find: func(ctx context.Context) (posts []*service.Post, err error) {
			read, err = s.readings(ctx, asked)
			return read.posts, err
		},
		row: func(ctx context.Context, p service.Post, asked api.PostRef) (A, error) {
			return row(ctx, read, p, asked), nil
		},
	}.job()
}

func (s *Service) readings(ctx context.Context, refs []api.PostRef) (postReadings, error) {
	var r postReadings
	var err error
	if r.posts, err = s.postsByRef(ctx, refs); err != nil {
		return r, err
	}
	var known []service.Post
	var owners []string
	for _, p := range r.posts {
		if p != nil {
			known, owners = append(known, *p), append(owners, p.CreatorID)
		}
	}
	if len(known) == 0 {
		return r, nil
	}
	if r.said, err = s.saidIn(ctx, known); err != nil {
		return r, err
	}
	r.creators, err = s.store.Creators(ctx, shape.Union(owners, nil))
	return r, err
}

func (r postReadings) scan(p service.Post) analysis.Scan {
	b := body{posts: []service.Post{p}, said: r.said}
	return b.scan(r.creators[p.CreatorID])
}
