namespace Blittable.Benchmarks.Collections;

/// <summary>The queries over JSON lines. Each gives the sum of all that its result has but the keys, which the collection's must be too.</summary>
internal static class JsonQueries
{
    public static double Count(ReadOnlySpan<byte> lines) => lines.Count((byte)'\n');

    public static double SumsAndAverages(ReadOnlySpan<byte> lines)
    {
        double count = 0, amounts = 0, quantities = 0;
        for (var events = new JsonEvents(lines, "amount", "quantity"); events.MoveNext(); count++)
        {
            amounts += events.Number(0);
            quantities += events.Number(1);
        }

        return amounts + (amounts / count) + quantities + (quantities / count);
    }

    public static double AveragesByCountry(ReadOnlySpan<byte> lines)
    {
        var groups = new JsonGroups();
        var events = new JsonEvents(lines, "amount", "country");
        while (events.MoveNext())
        {
            var group = groups.Get(events.Text(1));
            group.Count++;
            group.Sum += events.Number(0);
        }

        return groups.All.Sum(group => group.Count + (group.Sum / group.Count));
    }

    public static double DurationsByType(ReadOnlySpan<byte> lines)
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

        return groups.All.Sum(group => group.Count + group.Sum + (group.Durations / group.Count) + group.Percentile95());
    }

    public static double Month(ReadOnlySpan<byte> lines)
    {
        var groups = new JsonGroups();
        var events = new JsonEvents(lines, "event_date", "amount");
        while (events.MoveNext())
        {
            if (events.Text(0).StartsWith("2024-03"u8))
            {
                var group = groups.Get(events.Text(0));
                group.Count++;
                group.Sum += events.Number(1);
            }
        }

        return groups.All.Sum(group => group.Count + group.Sum);
    }

    public static double Android(ReadOnlySpan<byte> lines)
    {
        double count = 0, amounts = 0, quantities = 0;
        var events = new JsonEvents(lines, "amount", "quantity", "metadata.os");
        while (events.MoveNext())
        {
            if (events.Text(2).SequenceEqual("android"u8))
            {
                count++;
                amounts += events.Number(0);
                quantities += events.Number(1);
            }
        }

        return count + amounts + (quantities / count);
    }

    public static double TaggedByCampaign(ReadOnlySpan<byte> lines)
    {
        var groups = new JsonGroups();
        var events = new JsonEvents(lines, "amount", "metadata.campaign", "tags.tag_3");
        while (events.MoveNext())
        {
            if (events.Number(2) > 0)
            {
                var group = groups.Get(events.Text(1));
                group.Count++;
                group.Sum += events.Number(0);
            }
        }

        return groups.All.Sum(group => group.Count + group.Sum);
    }

    public static double Tagged(ReadOnlySpan<byte> lines)
    {
        double count = 0, amounts = 0;
        var users = new HashSet<int>();
        var events = new JsonEvents(lines, "user_id", "amount", "tags.tag_5");
        while (events.MoveNext())
        {
            if (events.Number(2) > 0)
            {
                count++;
                amounts += events.Number(1);
                users.Add((int)events.Number(0));
            }
        }

        return count + (amounts / count) + users.Count;
    }

    public static double Pages(ReadOnlySpan<byte> lines)
    {
        double count = 0, amounts = 0, most = 0;
        var events = new JsonEvents(lines, "amount", "duration_ms", "url");
        while (events.MoveNext())
        {
            if (events.Text(2).StartsWith("/page/1"u8))
            {
                count++;
                amounts += events.Number(0);
                most = Math.Max(most, events.Number(1));
            }
        }

        return count + amounts + most;
    }

    public static double ByBrowserAndDevice(ReadOnlySpan<byte> lines)
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

        return groups.SelectMany(half => half.All).Sum(group =>
            group.Count + group.Sum + (group.Sum / group.Count) + group.Least + group.Most + group.Products
                + (group.Durations / group.Count) + group.Users.Count + group.Purchases);
    }

    public static double CountsBy(ReadOnlySpan<byte> lines, string key)
    {
        var groups = new JsonGroups();
        var events = new JsonEvents(lines, key);
        while (events.MoveNext())
        {
            groups.Get(events.Text(0)).Count++;
        }

        return groups.All.Sum(group => group.Count);
    }

    public static double TopUsers(ReadOnlySpan<byte> lines)
    {
        var counts = new Dictionary<int, int>();
        var events = new JsonEvents(lines, "user_id");
        while (events.MoveNext())
        {
            System.Runtime.InteropServices.CollectionsMarshal.GetValueRefOrAddDefault(counts, (int)events.Number(0), out _)++;
        }

        return counts.Values.OrderDescending().Take(20).Sum();
    }

    public static double MonthByType(ReadOnlySpan<byte> lines)
    {
        var groups = new JsonGroups();
        var events = new JsonEvents(lines, "event_date", "event_type");
        while (events.MoveNext())
        {
            if (events.Text(0).StartsWith("2024-03"u8))
            {
                groups.Get(events.Text(1)).Count++;
            }
        }

        return groups.All.Sum(group => group.Count);
    }

    /// <summary>The documents that have one of some values; what is found is the line. The sum of their identities.</summary>
    /// <param name="lines">The events.</param>
    /// <param name="name">The property.</param>
    /// <param name="values">The values.</param>
    /// <param name="isUnique">Whether no two documents share one, so that the search ends with the last one found.</param>
    public static double Find(ReadOnlySpan<byte> lines, string name, IEnumerable<long> values, bool isUnique)
    {
        var wanted = new HashSet<long>(values);
        double sum = 0;
        var left = isUnique ? wanted.Count : int.MaxValue;
        for (var events = isUnique ? new JsonEvents(lines, name) : new JsonEvents(lines, "id", name); left > 0 && events.MoveNext();)
        {
            if (wanted.Contains((long)events.Number(isUnique ? 0 : 1)))
            {
                sum += events.Number(0);
                left--;
            }
        }

        return sum;
    }
}
