using Blittable.Benchmarks.Publishing;

namespace Blittable.Benchmarks.Tests.Harness;

public sealed class AgreementTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("blittable-").FullName;

    [Fact]
    public void Ratios_agree_if_their_intervals_overlap() =>
        Assert.Equal(0, Compare("read: a,disk,2,1.9,2.1", "read: a,disk,2.15,2.05,2.25"));

    [Fact]
    public void Ratios_whose_intervals_do_not_overlap_disagree() =>
        Assert.Equal(1, Compare("read: a,disk,2,1.9,2.1", "read: a,disk,2.3,2.2,2.4"));

    [Fact]
    public void One_disagreement_in_twenty_cells_is_allowed()
    {
        string[] agreeing = [.. Enumerable.Range(0, 19).Select(number => $"read: a,{number},2,1.9,2.1")];

        Assert.Equal(0, Compare([.. agreeing, "read: a,odd,2,1.9,2.1"], [.. agreeing, "read: a,odd,3,2.9,3.1"]));
        Assert.Equal(1, Compare([.. agreeing[1..], "read: a,odd,2,1.9,2.1"], [.. agreeing[1..], "read: a,odd,3,2.9,3.1"]));
    }

    [Fact]
    public void An_unstable_ratio_is_not_compared() =>
        Assert.Equal(0, Compare(["a,disk,2,1.9,2.1", "a,wide,2,1,3"], ["a,disk,2,1.9,2.1", "a,wide,9,8.9,9.1"]));

    [Fact]
    public void A_name_may_contain_a_comma() =>
        Assert.Equal(1, Compare("\"a, b\",disk,2,1.9,2.1", "\"a, b\",disk,3,2.9,3.1"));

    [Fact]
    public void Runs_without_a_common_cell_do_not_agree() =>
        Assert.Equal(1, Compare("a,disk,2,1.9,2.1", "a,memory,2,1.9,2.1"));

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private int Compare(string first, string second) => Compare([first], [second]);

    private int Compare(string[] first, string[] second) => Suites.Run([Agreement.Name, Write("first.csv", first), Write("second.csv", second)]);

    private string Write(string name, string[] lines)
    {
        var path = Path.Combine(_folder, name);
        File.WriteAllLines(path, ["group,cell,× baseline,× from,× to", "a,baseline,1,,", .. lines]);
        return path;
    }
}
