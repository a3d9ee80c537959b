using Blittable.Collections;
using Blittable.QueryFuzz.Model;

namespace Blittable.QueryFuzz.Generation;

/// <summary>Creates a collection: a schema, which later commits change, and documents that follow it.</summary>
internal static class CollectionGenerator
{
    public static CollectionModel Make(FuzzRandom random)
    {
        var isTame = random.OneIn(4);
        var hasKey = random.OneIn(3);
        var names = FieldGenerator.Names(random, random.Next(2, 8)).ToList();
        var fields = names.ConvertAll(name => new FieldGenerator(random, name, 0, isTame));
        var size = random.Next(20) switch { 0 => random.Next(4), < 10 => random.Next(1, 40), < 18 => random.Next(20, 150), _ => random.Next(300, random.OneIn(8) ? 5000 : 1200) };
        var commits = new CommitModel[random.OneIn(2) ? 1 : random.Next(1, 5)];
        long id = 0;
        var alive = new List<long>();
        for (var i = 0; i < commits.Length; i++)
        {
            for (var field = 0; i > 0 && field < fields.Count; field++)
            {
                fields[field] = random.OneIn(3) ? new FieldGenerator(random, names[field], 0, isTame) : fields[field];
            }

            DocumentModel Make(long number) => new(number, Document(random, number, fields));
            var added = Enumerable.Range(0, Math.Max(size == 0 ? 0 : 1, size / commits.Length)).Select(_ => Make(id++)).ToArray();
            long[] deleted = [];
            DocumentModel[] updated = [];
            if (hasKey && i > 0 && alive.Count > 0)
            {
                deleted = [.. alive.Where(_ => random.OneIn(8))];
                alive.RemoveAll(deleted.Contains);
                updated = [.. alive.Where(_ => random.OneIn(8)).Select(Make)];
            }

            alive.AddRange(added.Select(document => document.Id));
            commits[i] = new(added, updated, deleted);
        }

        var plain = names.Where(name => name.Length > 0 && name.All(char.IsAsciiLetter)).Select(name => $"$.{name}").ToArray();
        var options = new CollectionOptions
        {
            StripeRows = random.Pick<int>([16, 60, 1000, 3000]),
            ChunkRows = random.Pick<int>([4, 16, 64, 256, 1000]),
            Key = hasKey ? "$.id" : null,
            OrderBy = plain.Length > 0 && random.OneIn(4) ? random.Pick<string>(plain) : null,
            Columns = [.. plain.Where(_ => random.OneIn(2))],
            Indexes = random.OneIn(2) ? [.. plain.Where(_ => random.OneIn(3))] : [],
            Compression = (BlockCompression)random.Next(4),
        };
        return new(options, commits);
    }

    private static string Document(FuzzRandom random, long id, List<FieldGenerator> fields)
    {
        var rest = FieldGenerator.Object(random, fields);
        return $"{{\"id\":{id}{(rest.Length > 2 ? "," : "")}{rest[1..]}";
    }
}
