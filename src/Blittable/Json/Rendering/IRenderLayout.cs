namespace Blittable.Json;

/// <summary>Indented or not, as a type, so that the loop over values is compiled for each, without a check.</summary>
internal interface IRenderLayout
{
    static abstract bool IsIndented { get; }

    internal readonly struct Compact : IRenderLayout
    {
        public static bool IsIndented => false;
    }

    internal readonly struct Indented : IRenderLayout
    {
        public static bool IsIndented => true;
    }
}
