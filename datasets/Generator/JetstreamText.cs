using System.Globalization;
using System.Text;

namespace Blittable.Datasets;

/// <summary>Writes short texts in several languages. Frequent words are real, and rare words are composed of syllables. All are chosen by rank.</summary>
internal sealed class JetstreamText
{
    private const int Vocabulary = 6_000, MostWords = 55;

    private static readonly (string Code, int Share, string Frequent, string Syllables, bool HasSpaces)[] s_languages =
    [
        ("en", 58, """
            the to and a I of in is it you that for my on this be so have with but are was not just all they what like me at we if can out about do your when
            people up from who one more now how there get time good really day love new think know got today some going been here no great work see
            """, "an ter ing lo ber stra mon wel ish con tra der lin ket bro sha dle ver son pim gar ty nel hol mer cor ban del fi ran", true),
        ("ja", 14, "の は が を に で と も た です ます した 私 今日 これ それ 人 何 時 中 日 見 行 好き ない いい する こと", "か き く け さ し す た ち つ な に は ひ ま み や ら り る 山 川 本 花 月 国 空 東 雨 車 店 町", false),
        ("pt", 13, "o a de que e do da em um para é com não uma os no se na por mais as dos como mas ao ele das à seu sua ou quando muito já eu", "ca ção de lha mi nho pa ra so tu vei xe bo fla gui jo lu men pri qua res tão", true),
        ("de", 6, "die der und ich das ist nicht zu in es ein mit auf so auch eine den wie was für von dem sich im wir noch mal", "ge ber stei lich ver keit wan dun schaf tel ung ran mis brö for hau kel zen", true),
        ("es", 5, "que de no a la el es y en lo un por qué me una te los se con para mi está si bien pero yo eso las", "ca do ra mien to lo sa per ti ble ción ga pue re ña zo fu che", true),
        ("ko", 4, "이 그 저 것 수 나 우리 오늘 너무 진짜 그냥 많이 좋은 하는 있는", "가 나 다 라 마 바 사 아 자 차 카 타 하 고 노 도 로 모 보 소 기 니 리", true),
    ];

    private static readonly string[] s_signs = [".", ".", ".", "!", "?", "...", " 😂", " ❤️", " 🔥", " 😭", "!!", ""];

    private readonly RandomSource _random;
    private readonly string[][] _words;

    public JetstreamText(RandomSource random)
    {
        _random = random;

        // The vocabulary does not depend on the seed.
        var source = new RandomSource(0);
        _words = [.. s_languages.Select(language => Words(source, language.Frequent, Split(language.Syllables)))];
    }

    /// <summary>Draws the language of a text.</summary>
    public int Language()
    {
        var share = _random.Between(0, 99);
        var language = 0;
        while ((share -= s_languages[language].Share) >= 0)
        {
            language++;
        }

        return language;
    }

    public static string CodeOf(int language) => s_languages[language].Code;

    /// <summary>Writes a text.</summary>
    /// <param name="language">The language.</param>
    /// <param name="text">The builder that receives the text.</param>
    public void Write(int language, StringBuilder text)
    {
        var gap = s_languages[language].HasSpaces ? " " : "";
        for (var words = 1 + RandomSource.Ranked(MostWords, offset: 12, _random.NextDouble()); words > 0; words--)
        {
            var word = Word(language);
            text.Append(text.Length == 0 ? char.ToUpperInvariant(word[0]) + word[1..] : word);
            text.Append(words == 1 || _random.Chance(0.08) ? _random.Pick(s_signs) : "").Append(words == 1 ? "" : gap);
        }
    }

    /// <summary>Draws a word.</summary>
    public string Word(int language = 0) => _random.PickRanked(_words[language]);

    /// <summary>Draws the URL of a page.</summary>
    public string Address() =>
        string.Create(CultureInfo.InvariantCulture, $"https://www.{Word()}.example/{_random.Between(2015, 2024)}/{Word()}-{Word()}-{Word()}");

    private static string[] Words(RandomSource random, string frequent, string[] syllables)
    {
        var words = Split(frequent).Distinct().ToList();
        var known = words.ToHashSet(StringComparer.Ordinal);
        while (words.Count < Vocabulary)
        {
            var word = string.Concat(Enumerable.Range(0, random.Between(2, 4)).Select(_ => random.Pick(syllables)));
            if (known.Add(word))
            {
                words.Add(word);
            }
        }

        return [.. words];
    }

    private static string[] Split(string words) => words.Split((char[])[' ', '\r', '\n'], StringSplitOptions.RemoveEmptyEntries);
}
