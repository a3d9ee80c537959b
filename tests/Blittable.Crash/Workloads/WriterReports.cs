using System.Globalization;

namespace Blittable.Crash.Workloads;

/// <summary>What writers have said: which commits they began, and which were done.</summary>
internal sealed class WriterReports
{
    private readonly Dictionary<int, (int Begun, int Done)> _commits = [];

    /// <summary>How many commits failed with an error.</summary>
    public int Failures { get; private set; }

    /// <summary>The commits that failed and may be visible.</summary>
    public int VisibleFailures { get; private set; }

    /// <summary>The commits that were done.</summary>
    public int Commits { get; private set; }

    /// <summary>The commits of a writer: the last one that it began, and the last one that was done.</summary>
    public (int Begun, int Done) Of(int writer) => _commits.GetValueOrDefault(writer);

    /// <summary>Takes a line.</summary>
    /// <exception cref="InvalidDataException">It says what must not happen.</exception>
    public void Add(string line)
    {
        if (line.Split(' ', 4) is not [var name, var verb, ..] words || !int.TryParse(name, CultureInfo.InvariantCulture, out var writer))
        {
            throw new InvalidDataException(line);
        }

        var (begun, done) = Of(writer);
        switch (verb)
        {
            case "begin":
                _commits[writer] = (Math.Max(begun, int.Parse(words[2], CultureInfo.InvariantCulture)), done);
                break;
            case "done":
                _commits[writer] = (begun, Math.Max(done, int.Parse(words[2], CultureInfo.InvariantCulture)));
                Commits++;
                break;
            case "failed":
                Failures++;
                if (words is [_, _, _, "visible"])
                {
                    VisibleFailures++;
                }
                else if (words is [_, _, var commit, "hidden"])
                {
                    // It is not there, whatever happens later.
                    _commits[writer] = (int.Parse(commit, CultureInfo.InvariantCulture) - 1, done);
                }

                break;
            default:
                throw new InvalidDataException(line);
        }
    }
}
