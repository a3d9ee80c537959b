namespace System.Runtime.CompilerServices;

/// <summary>Enables records and <c>init</c>, for which the compiler requires this type. It is missing from netstandard2.0.</summary>
internal static class IsExternalInit;
