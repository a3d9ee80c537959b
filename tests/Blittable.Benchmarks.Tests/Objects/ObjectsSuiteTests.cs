using Blittable.Benchmarks.Harness;
using Blittable.Benchmarks.Objects;
using Blittable.Benchmarks.Objects.Models;

namespace Blittable.Benchmarks.Tests.Objects;

/// <summary>Tests that all serializers do the same work: they write the same objects to the same kind of buffer, and restore them.</summary>
public sealed class ObjectsSuiteTests
{
    private static readonly IReadOnlyList<Cell> s_cells = [.. new ObjectsSuite().Declare([], [1]).Where(cell => !cell.Group.StartsWith("view", StringComparison.Ordinal))];

    public static TheoryData<string> Groups => [.. s_cells.Select(cell => cell.Group).Distinct()];

    [Theory]
    [MemberData(nameof(Groups))]
    public void Every_serializer_restores_the_objects_before_it_is_timed(string group) =>
        Assert.All(s_cells.Where(cell => cell.Group == group), cell =>
        {
            var work = cell.Prepare();
            work.Run();
            Assert.True(work.Facts[ObjectsSuite.Size] > 0);
        });

    [Fact]
    public void Twelve_types_are_compared_with_the_same_serializers()
    {
        var groups = s_cells.GroupBy(cell => cell.Group).ToArray();

        Assert.Equal(2 * 12, groups.Length);
        Assert.All(groups, group => Assert.Equal(groups[0].Select(cell => cell.Name), group.Select(cell => cell.Name)));
        Assert.All(groups, group => Assert.Equal(Peers.Baseline, Assert.Single(group, cell => cell.IsBaseline).Name));
    }

    [Fact]
    public void A_serializer_that_loses_a_value_is_not_timed()
    {
        var folder = Folder.Create(new Random(1));
        var complete = new Peer<Folder>("complete", static (output, _) => output.Advance(0), _ => folder);
        var incomplete = complete with { Name = "incomplete", Read = _ => new Folder { Name = folder.Name, Size = folder.Size } };

        complete.Verify([folder], ModelsJsonContext.Default.Folder);
        Assert.StartsWith(
            "incomplete changed",
            Assert.Throws<InvalidOperationException>(() => incomplete.Verify([folder], ModelsJsonContext.Default.Folder)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void MessagePack_by_index_writes_no_names()
    {
        var row = FlatRow.Create(new Random(1));
        var peers = Peers.All(ModelsJsonContext.Default.FlatRow).ToDictionary(peer => peer.Name);

        Assert.True(peers[Peers.MessagePackByName].ToArray(row).AsSpan().IndexOf("CustomerId"u8) > 0);
        Assert.True(peers[Peers.MessagePackByIndex].ToArray(row).AsSpan().IndexOf("CustomerId"u8) < 0);
    }

    [Fact]
    public void System_Text_Json_writes_by_generated_code_except_for_polymorphic_types()
    {
        Assert.NotNull(ModelsJsonContext.Default.FlatRow.SerializeHandler);
        Assert.NotNull(ModelsJsonContext.Default.ProductDetails.SerializeHandler);
        Assert.NotNull(ModelsJsonContext.Default.Embedding.SerializeHandler);
        Assert.NotNull(ModelsJsonContext.Default.Feature.SerializeHandler);
        Assert.NotNull(ModelsJsonContext.Default.Folder.SerializeHandler);
        Assert.NotNull(ModelsJsonContext.Default.Translations.SerializeHandler);
        Assert.NotNull(ModelsJsonContext.Default.Shipment.SerializeHandler);
        Assert.Null(ModelsJsonContext.Default.Session.SerializeHandler);
    }

    [Fact]
    public void Protobuf_net_packs_numbers()
    {
        var embedding = Embedding.Create(new Random(1));
        var peer = Peers.All(ModelsJsonContext.Default.Embedding).Single(peer => peer.Name == "protobuf-net");

        Assert.InRange(peer.Write(embedding), sizeof(float) * embedding.Vector.Length, (sizeof(float) * embedding.Vector.Length) + 50);
    }

    [Fact]
    public void The_objects_of_the_sparse_type_have_different_members()
    {
        var random = new Random(1);
        string[] shapes = [.. Enumerable.Range(0, 64).Select(_ => MembersOf(ProductDetails.Create(random)))];

        Assert.InRange(shapes.Distinct().Count(), 60, 64);

        static string MembersOf(ProductDetails details) =>
            string.Join(',', typeof(ProductDetails).GetProperties().Where(property => property.GetValue(details) is not null).Select(property => property.Name));
    }
}
