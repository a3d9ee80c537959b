using Blittable.Layout;

namespace Blittable.Tests.Layout;

public sealed class DictionarySnapshotTests
{
    private const ushort FirstCheck = 0x1111, SecondCheck = 0x2222;

    private static readonly DictionaryVersion s_first = new(FirstCheck, 1, 0, 0);

    private static readonly DictionaryVersion s_second = new(((UInt128)7 << 64) | SecondCheck, 2, 0, 0);

    [Fact]
    public void A_document_is_of_the_dictionary_if_its_version_exists_and_has_its_check()
    {
        var snapshot = Of(s_first, s_second);
        Assert.True(snapshot.Has(1, FirstCheck));
        Assert.True(snapshot.Has(2, SecondCheck));
        Assert.False(snapshot.Has(1, SecondCheck));
        Assert.False(snapshot.Has(2, FirstCheck));
        Assert.False(snapshot.Has(0, 0));
        Assert.False(snapshot.Has(3, SecondCheck));
    }

    [Fact]
    public void Copies_of_a_dictionary_share_a_version_if_their_whole_hashes_are_equal()
    {
        var snapshot = Of(s_first, s_second);
        var copy = Of(s_first, s_second);
        var forked = Of(s_first, s_second with { Hash = s_second.Hash + ((UInt128)1 << 64) });
        Assert.True(snapshot.SharesVersion(2, copy));
        Assert.True(snapshot.SharesVersion(1, forked));
        Assert.Equal(s_second.Check, forked.At(2).Check);
        Assert.False(snapshot.SharesVersion(2, forked));
        Assert.False(snapshot.SharesVersion(2, Of(s_first)));
    }

    [Fact]
    public void A_limit_that_was_already_set_needs_no_copy()
    {
        var snapshot = DictionarySnapshot.WithMaxExpandedBytes(Of(s_first), 1000);
        Assert.Equal(1000, snapshot!.MaxExpandedBytes);
        Assert.Same(snapshot, DictionarySnapshot.WithMaxExpandedBytes(snapshot, 1000));
        Assert.Equal(2000, DictionarySnapshot.WithMaxExpandedBytes(snapshot, 2000)!.MaxExpandedBytes);
    }

    private static DictionarySnapshot Of(params DictionaryVersion[] versions) => new() { Owner = new object(), Version = versions.Length, Versions = versions };
}
