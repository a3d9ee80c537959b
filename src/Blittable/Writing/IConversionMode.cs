namespace Blittable.Writing;

/// <summary>Defines a mode as a type, so the JIT compiles the loop for each mode without checks.</summary>
internal interface IConversionMode
{
    static abstract bool IsDisk { get; }

    /// <summary>Gets a value that indicates whether the grammar of numbers stored as text is checked.</summary>
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
