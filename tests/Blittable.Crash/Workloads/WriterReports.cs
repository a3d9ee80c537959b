using System.Globalization;

namespace Blittable.Crash.Workloads;

/// <summary>The reports of writers: the commits that they began and completed.</summary>
internal sealed class WriterReports
{
    private readonly Dictionary<int, (int Begun, int Done)> _commits = [];

    /// <summary>Gets the number of commits that failed with an error.</summary>
    public int Failures { get; private set; }

    /// <summary>Gets the number of failed commits that may be visible.</summary>
    public int VisibleFailures { get; private set; }

    /// <summary>Gets the number of completed commits.</summary>
    public int Commits { get; private set; }

    /// <summary>Returns the last commit that a writer began, and the last commit it completed.</summary>
    public (int Begun, int Done) Of(int writer) => _commits.GetValueOrDefault(writer);

    /// <summary>Adds a line.</summary>
    /// <exception cref="InvalidDataException">The line reports a violation.</exception>
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
                    // The commit is not visible, whatever happens later.
                    _commits[writer] = (int.Parse(commit, CultureInfo.InvariantCulture) - 1, done);
                }

                break;
            default:
                throw new InvalidDataException(line);
        }
    }
}
