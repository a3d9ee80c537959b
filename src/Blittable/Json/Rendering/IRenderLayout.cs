namespace Blittable.Json;

/// <summary>Whether there is white space, as a type, so that the loop over values is compiled once for each and asks nothing.</summary>
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
