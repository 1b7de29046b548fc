package cells

import (
	"strings"

	"greenroom/service"
)

// VideoCategories are the names behind the category numbers of the long-video
// network.
var VideoCategories = map[string]string{
	"1": "Film & Animation", "2": "Autos & Vehicles", "10": "Music", "15": "Pets & Animals", "17": "Sports",
	"18": "Short Movies", "19": "Travel & Events", "20": "Gaming", "21": "Videoblogging", "22": "People & Blogs",
	"23": "Comedy", "24": "Entertainment", "25": "News & Politics", "26": "Howto & Style", "27": "Education",
	"28": "Science & Technology", "29": "Nonprofits & Activism", "30": "Movies", "43": "Shows", "44": "Trailers",
}

// themeWords give the themes of a category, or of a part of one.
var themeWords = map[string]string{
	"música": "music", "musica": "music", "musik": "music", "musique": "music", "baile": "dance", "tanz": "dance",
	"películas": "film", "peliculas": "film", "movies": "film", "short movies": "film", "movie": "film", "cine": "film",
	"kino": "film", "cinema": "film", "cinéma": "film", "animación": "animation", "educación": "education", "bildung": "education",
	"videojuegos": "gaming", "video games": "gaming", "videospiele": "gaming", "games": "gaming", "juegos": "gaming",
	"humor": "comedy", "comedia": "comedy", "fun": "", "happiness": "", "noticias": "news", "nachrichten": "news",
	"política": "politics", "politica": "politics", "politik": "politics", "ciencia": "science",
	"wissenschaft": "science", "tecnología": "technology", "tecnologia": "technology", "technik": "technology",
	"juguetes": "toys", "spielzeug": "toys", "vlogs diarios": "vlogs", "daily vlogs": "vlogs", "blogs": "vlogs",
	"videoblogging": "vlogs", "people": "people", "comida": "food", "essen": "food", "food": "food", "bebida": "drinks",
	"trinken": "drinks", "deportes": "sports", "sport": "sports", "sports with a ball": "sports, ball sports",
	"racing sports": "sports, motorsport", "winter sports": "sports, winter sports", "salud": "health", "gesundheit": "health",
	"autoayuda": "self-help", "self help": "self-help", "moda": "fashion", "mode": "fashion", "belleza": "beauty",
	"schönheit": "beauty", "animales": "animals", "tiere": "animals", "mascotas": "pets", "haustiere": "pets",
	"coches": "cars", "autos": "cars", "vehículos": "vehicles", "viajes": "travel", "reisen": "travel",
	"espectáculos": "shows", "diseño": "design", "arte": "art", "kunst": "art",
	"diy": "diy", "howto": "how-to", "style": "style", "actors": "actors", "actresses": "", "modeling": "modelling",
	"gym": "fitness", "familie": "family", "familia": "family", "entretenimiento": "entertainment",
	"unterhaltung": "entertainment", "estilo de vida": "lifestyle", "lebensstil": "lifestyle", "negocios": "business",
	"wirtschaft": "business", "kochen": "cooking", "cocina": "cooking", "fotografía": "photography", "fotografie": "photography",
	"film": "film", "literatura": "literature", "literatur": "literature", "familien": "family", "trailers": "film",
	"careers": "careers", "outfits": "fashion", "clothing": "fashion", "shopping": "shopping", "retail": "shopping",
}

var listing = strings.NewReplacer("&", ",", "/", ",", ";", ",", "|", ",", " y ", ",", " und ", ",", " and ", ",", " e ", ",")

// Themes turns a category into themes in English, lower case; words it does
// not know stay as they are.
func Themes(category string) []string {
	lower := strings.ToLower(strings.TrimSpace(category))
	if _, ok := Known(lower); !ok {
		return nil
	}
	if themes, ok := themeWords[lower]; ok {
		return parted(themes, ",")
	}
	listed := listing.Replace(lower)
	var themes []string
	for _, part := range parted(listed, ",") {
		english, ok := themeWords[part]
		if !ok {
			english = part
		}
		themes = service.Union(themes, parted(english, ","))
	}
	return themes
}

// parted are the parts of a text that hold something.
func parted(text, separator string) (parts []string) {
	for part := range strings.SplitSeq(text, separator) {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}
