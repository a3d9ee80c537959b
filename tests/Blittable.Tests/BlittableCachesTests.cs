using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Rendering;
using Blittable.Generated;

namespace Blittable.Tests;

/// <summary>Never runs in parallel: other tests measure the allocations of warm converters.</summary>
[Collection(nameof(BlittableCachesTests))]
[CollectionDefinition(nameof(BlittableCachesTests), DisableParallelization = true)]
[Trait(Category.Name, Category.Vector)]
public class BlittableCachesTests
{
    [Fact]
    public void The_table_of_names_is_collected_after_a_trim()
    {
        // Dictionaries of other tests keep the table that they used.
        BlittableCaches.Trim();
        var names = Names();
        BlittableCaches.Trim();
        GC.Collect();
        Assert.False(names.TryGetTarget(out _));
        using var document = BlittableDocument.Parse("""{"a":1}""");
        Assert.Equal("""{"a":1}""", document.Root.ToJson());

        [MethodImpl(MethodImplOptions.NoInlining)]
        static WeakReference<NameTexts> Names()
        {
            using var document = BlittableDocument.Parse("""{"a":1}""");
            Assert.Equal("""{"a":1}""", document.Root.ToJson());
            return new WeakReference<NameTexts>(NameTexts.Current);
        }
    }

    [Fact]
    public void A_thread_keeps_its_converter_until_a_trim()
    {
        var kept = Converter();
        Assert.Same(kept, Converter());
        BlittableCaches.Trim();
        Assert.NotSame(kept, Converter());

        static BlittableConverter Converter()
        {
            using var rented = RentedConverter.For(null);
            return rented.Converter;
        }
    }

    [Fact]
    public async Task Another_thread_drops_its_caches_on_its_next_call()
    {
        using var isKept = new SemaphoreSlim(0);
        using var isTrimmed = new SemaphoreSlim(0);
        var same = Task.Factory.StartNew(
            () =>
            {
                var before = Writer();
                isKept.Release();
                isTrimmed.Wait();
                return ReferenceEquals(before, Writer());
            },
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default);
        await isKept.WaitAsync(TestContext.Current.CancellationToken);
        BlittableCaches.Trim();
        isTrimmed.Release();
        Assert.False(await same);

        static ObjectWriter Writer()
        {
            using var rented = ObjectWriter.Rent(null);
            return rented.Value;
        }
    }
}
