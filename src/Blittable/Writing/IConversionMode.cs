namespace Blittable.Writing;

/// <summary>A mode as a type, so that the loop is compiled for each, without a check in its loop.</summary>
internal interface IConversionMode
{
    static abstract bool IsDisk { get; }

    /// <summary>Gets a value that indicates whether numbers that are stored as text are checked by the grammar.</summary>
    static abstract bool ChecksNumbers { get; }

    internal readonly struct Memory : IConversionMode
    {
        public static bool IsDisk => false;

        public static bool ChecksNumbers => true;
    }

    internal readonly struct UncheckedMemory : IConversionMode
    {
        public static bool IsDisk => false;

        public static bool ChecksNumbers => false;
    }

    internal readonly struct Disk : IConversionMode
    {
        public static bool IsDisk => true;

        public static bool ChecksNumbers => true;
    }
}
