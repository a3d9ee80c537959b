using System.Text.Json;

namespace Blittable.Benchmarks.Collections;

/// <summary>Implements the queries over JSON lines the way a program without a database would.</summary>
internal static class JsonQueries
{
    public static EventRows Count(ReadOnlySpan<byte> lines) => EventRows.Of(lines.Count((byte)'\n'));

    public static EventRows SumsAndAverages(ReadOnlySpan<byte> lines)
    {
        double count = 0, amounts = 0, prices = 0;
        for (var events = new JsonEvents(lines, "amount", "price"); events.MoveNext(); count++)
        {
            amounts += events.Number(0);
            prices += events.Number(1);
        }

        return EventRows.Of(amounts, amounts / count, prices, prices / count);
    }

    public static EventRows ScoresByCountry(ReadOnlySpan<byte> lines)
    {
        var groups = new JsonGroups();
        var events = new JsonEvents(lines, "score", "country_code");
        while (events.MoveNext())
        {
            var group = groups.Get(events.Text(1));
            group.Count++;
            group.Sum += events.Number(0);
        }

        return groups.ToRows(group => [group.Count, group.Sum / group.Count], groups => groups.OrderByDescending(group => group.Group.Count));
    }

    public static EventRows DurationsByType(ReadOnlySpan<byte> lines)
    {
        var groups = new JsonGroups();
        var events = new JsonEvents(lines, "amount", "duration_ms", "event_type");
        while (events.MoveNext())
        {
            var group = groups.Get(events.Text(2));
            group.Count++;
            group.Sum += events.Number(0);
            group.Durations += events.Number(1);
            group.Values.Add(events.Number(1));
        }

        return groups.ToRows(group => [group.Count, group.Sum, group.Durations / group.Count, group.Percentile95()]);
    }

    public static EventRows January(ReadOnlySpan<byte> lines)
    {
        var groups = new JsonGroups();
        var events = new JsonEvents(lines, "event_date", "amount", "price");
        while (events.MoveNext())
        {
            if (events.Text(0).StartsWith("2024-01"u8))
            {
                var group = groups.Get(events.Text(0));
                group.Count++;
                group.Sum += events.Number(1);
                group.Products += events.Number(2);
            }
        }

        return groups.ToRows(group => [group.Count, group.Sum, group.Products / group.Count], groups => groups.OrderBy(group => group.Key, StringComparer.Ordinal), areDays: true);
    }

    public static EventRows Android(ReadOnlySpan<byte> lines)
    {
        double count = 0, amounts = 0;
        var events = new JsonEvents(lines, "amount", "metadata.os");
        while (events.MoveNext())
        {
            if (events.Text(1).SequenceEqual("android"u8))
            {
                count++;
                amounts += events.Number(0);
            }
        }

        return EventRows.Of(count, amounts / count);
    }

    public static EventRows Campaigns(ReadOnlySpan<byte> lines)
    {
        var groups = new JsonGroups();
        var events = new JsonEvents(lines, "amount", "metadata.campaign");
        while (events.MoveNext())
        {
            if (events.Text(1) is { IsEmpty: false } campaign)
            {
                var group = groups.Get(campaign);
                group.Count++;
                group.Sum += events.Number(0);
            }
        }

        return groups.ToRows(group => [group.Count, group.Sum], groups => groups.OrderByDescending(group => group.Group.Sum));
    }

    public static EventRows Tagged(ReadOnlySpan<byte> lines)
    {
        double count = 0, prices = 0;
        var events = new JsonEvents(lines, "price", "tags.tag_5");
        while (events.MoveNext())
        {
            if (events.Number(1) > 0)
            {
                count++;
                prices += events.Number(0);
            }
        }

        return EventRows.Of(count, prices / count);
    }

    public static EventRows Pages(ReadOnlySpan<byte> lines)
    {
        double count = 0, amounts = 0;
        var events = new JsonEvents(lines, "amount", "url");
        while (events.MoveNext())
        {
            if (events.Text(1).StartsWith("/page/1"u8))
            {
                count++;
                amounts += events.Number(0);
            }
        }

        return EventRows.Of(count, amounts);
    }

    public static EventRows ByBrowserAndDevice(ReadOnlySpan<byte> lines)
    {
        JsonGroups[] groups = [new(), new()];
        var events = new JsonEvents(lines, "user_id", "amount", "price", "quantity", "duration_ms", "browser", "is_mobile", "event_type");
        while (events.MoveNext())
        {
            var group = groups[(int)events.Number(6)].Get(events.Text(5));
            var amount = events.Number(1);
            group.Count++;
            group.Sum += amount;
            group.Least = Math.Min(group.Least, amount);
            group.Most = Math.Max(group.Most, amount);
            group.Products += events.Number(2) * events.Number(3);
            group.Durations += events.Number(4);
            group.Users.Add((int)events.Number(0));
            group.Purchases += events.Text(7).SequenceEqual("purchase"u8) ? amount : 0;
        }

        return new(groups.SelectMany((half, isMobile) => half.All.Select(group => (object?[])
        [
            group.Key, isMobile > 0, group.Group.Count, group.Group.Sum, group.Group.Sum / group.Group.Count, group.Group.Least, group.Group.Most,
            group.Group.Products, group.Group.Durations / group.Group.Count, group.Group.Users.Count, group.Group.Purchases,
        ])));
    }

    public static EventRows CountsBy(ReadOnlySpan<byte> lines, string key)
    {
        var groups = new JsonGroups();
        var events = new JsonEvents(lines, key);
        while (events.MoveNext())
        {
            groups.Get(events.Text(0)).Count++;
        }

        return groups.ToRows(group => [group.Count]);
    }

    public static EventRows TopUsers(ReadOnlySpan<byte> lines)
    {
        var counts = new Dictionary<int, int>();
        var events = new JsonEvents(lines, "user_id");
        while (events.MoveNext())
        {
            System.Runtime.InteropServices.CollectionsMarshal.GetValueRefOrAddDefault(counts, (int)events.Number(0), out _)++;
        }

        return new(counts.OrderByDescending(pair => pair.Value).ThenBy(pair => pair.Key).Take(20).Select(pair => (object?[])[pair.Key, pair.Value]));
    }

    public static EventRows JanuaryByType(ReadOnlySpan<byte> lines)
    {
        var groups = new JsonGroups();
        var events = new JsonEvents(lines, "event_date", "event_type");
        while (events.MoveNext())
        {
            if (events.Text(0).StartsWith("2024-01"u8))
            {
                groups.Get(events.Text(1)).Count++;
            }
        }

        return groups.ToRows(group => [group.Count]);
    }

    /// <summary>Finds the documents whose property has one of several values.</summary>
    /// <param name="lines">The events.</param>
    /// <param name="name">The property.</param>
    /// <param name="values">The values.</param>
    /// <param name="isUnique">true if the values are unique among documents, so the search ends with the last match; otherwise, false.</param>
    public static EventRows Find(ReadOnlySpan<byte> lines, string name, IEnumerable<long> values, bool isUnique)
    {
        var wanted = new HashSet<long>(values);
        var rows = new List<object?[]>();
        var left = isUnique ? wanted.Count : int.MaxValue;
        for (var events = new JsonEvents(lines, name); left > 0 && events.MoveNext();)
        {
            if (wanted.Contains((long)events.Number(0)))
            {
                rows.Add(Cells(events.Line.ToArray()));
                left--;
            }
        }

        return new(rows);
    }

    /// <summary>Returns the values of a document in property order, which matches the column order of the tables.</summary>
    public static object?[] Cells(ReadOnlyMemory<byte> line)
    {
        using var document = JsonDocument.Parse(line);
        return [.. document.RootElement.EnumerateObject().Select(property => EventValue.Normalize(property.Value))];
    }
}
