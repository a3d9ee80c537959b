using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>Represents the documents of <see cref="BlittableForm"/>, read by prepared names.</summary>
internal sealed class PreparedNamesForm(string name, BlittableOptions options) : BlittableForm(name + ", names prepared", options)
{
    public override Peer Peer { get; } =
        new("Blittable", LibraryVersion.Of(typeof(BlittableDocument)), "", "BlittableValue.Open and GetProperty by BlittableName", "");

    public override bool HasBytes => false;

    public override bool IsHeadline => false;

    public override bool CanConvert => false;

    public override bool CanWrite => false;

    public override Func<double> Reader<TQuery>(Corpus corpus)
    {
        byte[][] documents = Convert(corpus, Options(corpus));
        return () =>
        {
            double sum = 0;
            foreach (byte[] document in documents)
            {
                sum += TQuery.ReadByName(BlittableValue.Open(document));
            }

            return sum;
        };
    }
}
