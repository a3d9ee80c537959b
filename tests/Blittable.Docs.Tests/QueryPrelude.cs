namespace Blittable.Docs.Tests;

/// <summary>The start of a program in which the examples of docs/QUERIES.md compile: collections with the paths that they name.</summary>
internal static class QueryPrelude
{
    public const string Text = """"
        using System.Text;
        using System.Text.Json.Serialization;
        using Blittable;
        using Blittable.Collections;

        using var reader = Create("""
            {"id":1,"user_id":4711,"created_at":"2024-03-05T10:00:00Z","event_type":"purchase","browser":"a","is_mobile":true,"country":"de","sku":"A1","payment":"card",
            "price":600,"quantity":2,"amount":19,"duration_ms":5,"metadata":{"os":"android"},"address":{"country":"de"},"items":[{"sku":"A1","price":600,"quantity":2}]}
            """);
        using var otherReader = Create("""{"id":4711,"country":"de"}""");
        using var priceReader = Create("""{"sku":"A1","country":"de","price":150}""");
        var last = 0L;

        static CollectionReader Create(string document)
        {
            var stream = new MemoryStream();
            using (var writer = CollectionWriter.Create(stream, leaveOpen: true))
            {
                writer.Add(Encoding.UTF8.GetBytes(document));
                writer.Commit();
            }

            return CollectionReader.Open(stream);
        }

        """";
}
