namespace Blittable.Collections.Storage;

/// <summary>Represents a dictionary of whole documents: its block, with an offset from the start of the file, and the number of documents it was trained
/// on.</summary>
internal readonly record struct DictionaryReference(BlockReference Block, int TrainedOn)
{
    public void Write(DirectoryBuffer output)
    {
        Block.Write(output, 0);
        output.WriteCount(TrainedOn);
    }

    public static DictionaryReference Read(ref DirectoryFields fields)
    {
        var block = BlockReference.Read(ref fields, 0);
        return new DictionaryReference(block, (int)fields.TakeCount("the number of documents that a dictionary was trained on", int.MaxValue));
    }
}
