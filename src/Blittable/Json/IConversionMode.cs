namespace Blittable.Json;

/// <summary>A mode as a type, so that the kernel is compiled for each, without a check in its loop.</summary>
internal interface IConversionMode
{
    static abstract bool IsDisk { get; }

    internal readonly struct Memory : IConversionMode
    {
        public static bool IsDisk => false;
    }

    internal readonly struct Disk : IConversionMode
    {
        public static bool IsDisk => true;
    }
}
