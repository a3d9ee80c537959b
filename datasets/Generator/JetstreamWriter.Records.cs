using System.Text;

namespace Blittable.Datasets;

/// <content>Writes the records of commits.</content>
internal sealed partial class JetstreamWriter
{
    private const int Posts = 2_000_000, Lists = 20_000, ListSalt = 71, SubjectSalt = 29, AuthorSalt = 13, MostAltWords = 3;

    /// <summary>The rank offset of posts. The most liked post has one in several hundred likes.</summary>
    private const double PostOffset = 40;

    private void WriteRecord(string collection, uint user, long created)
    {
        _json.WriteStartObject("record"u8);
        _json.WriteString("$type"u8, collection);
        switch (collection)
        {
            case JetstreamCollection.Post:
                _json.WriteString("createdAt"u8, TextOf(created));
                WritePost();
                break;
            case JetstreamCollection.Like or JetstreamCollection.Repost:
                _json.WriteString("createdAt"u8, TextOf(created));
                WriteReference("subject", Post());
                break;
            case JetstreamCollection.Follow or JetstreamCollection.Block:
                _json.WriteString("createdAt"u8, TextOf(created));
                _json.WriteString("subject"u8, JetstreamIds.User(User((int)Users / 4, SubjectSalt)));
                break;
            case JetstreamCollection.Profile:
                WriteProfile();
                break;
            default:
                WriteSettings(collection, user, created);
                break;
        }

        _json.WriteEndObject();
    }

    private void WritePost()
    {
        var language = _text.Language();
        var text = new StringBuilder();
        _text.Write(language, text);
        WriteEmbed();
        WriteFacets(text);
        _json.WriteStartArray("langs"u8);
        _json.WriteStringValue(JetstreamText.CodeOf(language));
        if (_random.Chance(0.03))
        {
            _json.WriteStringValue(JetstreamText.CodeOf((language + 1) % 2));
        }

        _json.WriteEndArray();
        if (_random.Chance(0.45))
        {
            var parent = Post();
            _json.WriteStartObject("reply"u8);
            WriteReference("parent", parent);
            WriteReference("root", _random.Chance(0.6) ? parent : Post());
            _json.WriteEndObject();
        }

        _json.WriteString("text"u8, text.ToString());
    }

    private void WriteEmbed()
    {
        var chance = _random.NextDouble();
        if (chance > 0.4)
        {
            return;
        }

        _json.WriteStartObject("embed"u8);
        if (chance < 0.22)
        {
            _json.WriteString("$type"u8, "app.bsky.embed.images");
            _json.WriteStartArray("images"u8);
            for (var images = _random.Chance(0.25) ? _random.Between(2, 4) : 1; images > 0; images--)
            {
                _json.WriteStartObject();
                _json.WriteString("alt"u8, _random.Chance(0.3) ? string.Join(' ', Enumerable.Range(0, MostAltWords).Select(_ => _text.Word())) : "");
                _json.WriteStartObject("aspectRatio"u8);
                _json.WriteNumber("height"u8, _random.Between(4, 20) * 100);
                _json.WriteNumber("width"u8, _random.Between(4, 20) * 100);
                _json.WriteEndObject();
                WriteFile("image");
                _json.WriteEndObject();
            }

            _json.WriteEndArray();
        }
        else if (chance < 0.32)
        {
            _json.WriteString("$type"u8, "app.bsky.embed.external");
            _json.WriteStartObject("external"u8);
            _json.WriteString("description"u8, TextOf(language: 0));
            WriteFile("thumb");
            _json.WriteString("title"u8, $"{_text.Word()} {_text.Word()} {_text.Word()}");
            _json.WriteString("uri"u8, _text.Address());
            _json.WriteEndObject();
        }
        else
        {
            _json.WriteString("$type"u8, "app.bsky.embed.record");
            WriteReference("record", Post());
        }

        _json.WriteEndObject();
    }

    /// <summary>Adds a link or a tag to some texts, with its byte range in the UTF-8 text.</summary>
    private void WriteFacets(StringBuilder text)
    {
        if (!_random.Chance(0.15))
        {
            return;
        }

        text.Append(' ');
        var start = Encoding.UTF8.GetByteCount(text.ToString());
        var isLink = _random.Chance(0.6);
        var value = isLink ? _text.Address() : _text.Word();
        text.Append(isLink ? value : "#" + value);
        _json.WriteStartArray("facets"u8);
        _json.WriteStartObject();
        _json.WriteStartArray("features"u8);
        _json.WriteStartObject();
        _json.WriteString("$type"u8, isLink ? "app.bsky.richtext.facet#link" : "app.bsky.richtext.facet#tag");
        _json.WriteString(isLink ? "uri"u8 : "tag"u8, value);
        _json.WriteEndObject();
        _json.WriteEndArray();
        _json.WriteStartObject("index"u8);
        _json.WriteNumber("byteEnd"u8, Encoding.UTF8.GetByteCount(text.ToString()));
        _json.WriteNumber("byteStart"u8, start);
        _json.WriteEndObject();
        _json.WriteEndObject();
        _json.WriteEndArray();
    }

    private void WriteProfile()
    {
        if (_random.Chance(0.8))
        {
            WriteFile("avatar");
        }

        if (_random.Chance(0.4))
        {
            WriteFile("banner");
        }

        _json.WriteString("description"u8, TextOf(_text.Language()));
        _json.WriteString("displayName"u8, $"{_text.Word()} {_text.Word()}");
    }

    /// <summary>Writes the records of the rare collections.</summary>
    private void WriteSettings(string collection, uint user, long created)
    {
        if (collection is JetstreamCollection.ThreadGate or JetstreamCollection.PostGate)
        {
            _json.WriteStartArray(collection == JetstreamCollection.ThreadGate ? "allow"u8 : "embeddingRules"u8);
            _json.WriteStartObject();
            _json.WriteString("$type"u8, collection + (collection == JetstreamCollection.ThreadGate ? "#followingRule" : "#disableRule"));
            _json.WriteEndObject();
            _json.WriteEndArray();
        }

        _json.WriteString("createdAt"u8, TextOf(created));
        switch (collection)
        {
            case JetstreamCollection.ThreadGate or JetstreamCollection.PostGate:
                _json.WriteString("post"u8, AddressOf(user, JetstreamCollection.Post, created));
                break;
            case JetstreamCollection.ListItem:
                _json.WriteString("list"u8, ListOf(user));
                _json.WriteString("subject"u8, JetstreamIds.User(User((int)Users / 4, SubjectSalt)));
                break;
            case JetstreamCollection.ListBlock:
                _json.WriteString("subject"u8, ListOf((uint)_random.Ranked(Lists)));
                break;
            case JetstreamCollection.Labeler:
                _json.WriteStartObject("policies"u8);
                _json.WriteStartArray("labelValues"u8);
                _json.WriteStringValue("spam");
                _json.WriteStringValue(_text.Word());
                _json.WriteEndArray();
                _json.WriteEndObject();
                break;
            default:
                _json.WriteString("description"u8, TextOf(_text.Language()));
                if (collection == JetstreamCollection.StarterPack)
                {
                    _json.WriteString("list"u8, ListOf(user));
                }

                _json.WriteString("name"u8, $"{_text.Word()} {_text.Word()}");
                if (collection == JetstreamCollection.List)
                {
                    _json.WriteString("purpose"u8, _random.Chance(0.5) ? "app.bsky.graph.defs#curatelist" : "app.bsky.graph.defs#modlist");
                }

                break;
        }
    }

    private void WriteFile(string name)
    {
        _json.WriteStartObject(name);
        _json.WriteString("$type"u8, "blob");
        _json.WriteStartObject("ref"u8);
        _json.WriteString("$link"u8, JetstreamIds.File(_random.NextUInt64()));
        _json.WriteEndObject();
        _json.WriteString("mimeType"u8, _random.Chance(0.9) ? "image/jpeg" : "image/png");
        _json.WriteNumber("size"u8, _random.Between(20_000, 976_000));
        _json.WriteEndObject();
    }

    /// <summary>Draws an existing post by popularity.</summary>
    private int Post() => RandomSource.Ranked(Posts, PostOffset, _random.NextDouble());

    /// <summary>Writes a reference to a post. The author, age and hash depend only on the number of the post.</summary>
    private void WriteReference(string name, int post)
    {
        var number = JetstreamIds.Mix((ulong)post);
        var author = NumberOf(RandomSource.Ranked((int)Users / 4, UserOffset, (number >> 11) * (1.0 / (1UL << 53))), AuthorSalt);
        var age = (long)(number % (ulong)TimeSpan.FromHours(30).TotalMicroseconds);
        _json.WriteStartObject(name);
        _json.WriteString("cid"u8, JetstreamIds.Content((ulong)post));
        _json.WriteString("uri"u8, AddressOf(author, JetstreamCollection.Post, s_start - age));
        _json.WriteEndObject();
    }

    private static string ListOf(uint owner) => AddressOf(NumberOf((int)owner, ListSalt), JetstreamCollection.List, s_start - (owner * 1_000_003L));

    private static string AddressOf(uint user, string collection, long created) => $"at://{JetstreamIds.User(user)}/{collection}/{JetstreamIds.Time(created, user)}";

    private string TextOf(int language)
    {
        var text = new StringBuilder();
        _text.Write(language, text);
        return text.ToString();
    }
}
