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

// safetyReach is what of a creator or a profile is judged; the size is some
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
	return job(api.OpSafetyCreators, len(keys), func(ctx context.Context) (Answer, error) {
		found, err := s.creatorsOf(ctx, keys)
		if err != nil {
			return Answer{}, failing(ctx, api.CodeBrandSafety, err)
		}
		at, unknown, billed := split(found, r.Creators, creatorID)
		out := api.Found[api.CreatorSafety, api.CreatorRef]{Data: make([]api.CreatorSafety, 0, len(at)), NotFound: unknown}
		judged := map[string]api.Safety{}
		for _, i := range at {
			c := *found[i]
			if _, ok := judged[c.ID]; !ok {
				if judged[c.ID], err = s.judgeCreator(ctx, c); err != nil {
					return Answer{}, failing(ctx, api.CodeBrandSafety, err)
				}
			}
			out.Data = append(out.Data, api.CreatorSafety{Input: r.Creators[i], Creator: creatorCard(c), AnalyzedAt: s.now(), Safety: judged[c.ID]})
		}
		return Answer{Body: out, Cost: api.PriceOf(api.OpSafetyCreators).Cost(billed)}, nil
	}), nil
}

func (s *Service) judgeCreator(ctx context.Context, c service.Creator) (api.Safety, error) {
	profiles, _, err := s.profilesOf(ctx, c.ID)
	if err != nil {
		return api.Safety{}, err
	}
	b, err := s.bodyOf(ctx, service.PostQuery{CreatorID: c.ID}, safetyReach)
	if err != nil {
		return api.Safety{}, err
	}
	scan := b.scan(c.Languages)
	scan.Texts = append(scan.Texts, biosOf(c, profiles)...)
	return analysis.Judge(scan).Safety, nil
}

// SafetyProfiles judges profiles by their bios, posts and transcripts.
func (s *Service) SafetyProfiles(ctx context.Context, _ access.Caller, r api.SafetyProfilesRequest) (Job, error) {
	if err := check.Size("profiles", len(r.Profiles), api.AnalysisMax); err != nil {
		return Job{}, err
	}
	refs, err := s.profileRefs(r.Profiles)
	if err != nil {
		return Job{}, err
	}
	return job(api.OpSafetyProfiles, len(refs), func(ctx context.Context) (Answer, error) {
		found, err := s.profilesByRef(ctx, refs)
		if err != nil {
			return Answer{}, failing(ctx, api.CodeBrandSafety, err)
		}
		at, unknown, billed := split(found, r.Profiles, profileID)
		out := api.Found[api.ProfileSafety, api.ProfileRef]{Data: make([]api.ProfileSafety, 0, len(at)), NotFound: unknown}
		judged := map[string]api.Safety{}
		for _, i := range at {
			p := *found[i]
			if _, ok := judged[p.ID]; !ok {
				if judged[p.ID], err = s.judgeProfile(ctx, p); err != nil {
					return Answer{}, failing(ctx, api.CodeBrandSafety, err)
				}
			}
			out.Data = append(out.Data, api.ProfileSafety{Input: r.Profiles[i], Profile: shape.Summary(p), AnalyzedAt: s.now(), Safety: judged[p.ID]})
		}
		return Answer{Body: out, Cost: api.PriceOf(api.OpSafetyProfiles).Cost(billed)}, nil
	}), nil
}

func (s *Service) judgeProfile(ctx context.Context, p service.Profile) (api.Safety, error) {
	c, err := s.store.Creator(ctx, p.CreatorID)
	if err != nil {
		return api.Safety{}, err
	}
	b, err := s.bodyOf(ctx, service.PostQuery{ProfileID: p.ID}, safetyReach)
	if err != nil {
		return api.Safety{}, err
	}
	scan := b.scan(c.Languages)
	scan.Texts = append(scan.Texts, bioTexts(c.Languages, p.Bio)...)
	return analysis.Judge(scan).Safety, nil
}

// SafetyPosts judges single posts.
func (s *Service) SafetyPosts(ctx context.Context, _ access.Caller, r api.SafetyPostsRequest) (Job, error) {
	if err := check.Size("posts", len(r.Posts), api.AnalysisMax); err != nil {
		return Job{}, err
	}
	if err := checkPosts(r.Posts); err != nil {
		return Job{}, err
	}
	return job(api.OpSafetyPosts, len(r.Posts), func(ctx context.Context) (Answer, error) {
		found, err := s.readings(ctx, r.Posts)
		if err != nil {
			return Answer{}, failing(ctx, api.CodeBrandSafety, err)
		}
		at, unknown, billed := split(found.posts, r.Posts, postID)
		out := api.Found[api.PostSafety, api.PostRef]{Data: make([]api.PostSafety, 0, len(at)), NotFound: unknown}
		for _, i := range at {
			p := *found.posts[i]
			out.Data = append(out.Data, api.PostSafety{Input: r.Posts[i], Post: shape.Post(p), AnalyzedAt: s.now(), Safety: found.safety(p)})
		}
		return Answer{Body: out, Cost: api.PriceOf(api.OpSafetyPosts).Cost(billed)}, nil
	}), nil
}

// postReadings is posts with what is said in them and what their creators speak.
type postReadings struct {
	posts    []*service.Post // as asked; nil where one is unknown
	said     map[string]service.Said
	creators map[string]service.Creator
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

func (r postReadings) texts(p service.Post) []analysis.Text {
	return textsOf(p, r.said[p.ID], r.creators[p.CreatorID].Languages)
}

func (r postReadings) safety(p service.Post) api.Safety {
	b := body{posts: []service.Post{p}, said: r.said}
	return analysis.Judge(b.scan(r.creators[p.CreatorID].Languages)).Safety
}
