namespace System.Runtime.CompilerServices;

/// <summary>What the compiler looks for to allow records and <c>init</c>, and netstandard2.0 lacks.</summary>
internal static class IsExternalInit;
