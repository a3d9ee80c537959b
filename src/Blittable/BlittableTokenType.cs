namespace Blittable;

/// <summary>Identifies the type of a token that a <see cref="BlittableReader"/> has read.</summary>
public enum BlittableTokenType : byte
{
    /// <summary>No token, because <see cref="BlittableReader.Read"/> has not been called.</summary>
    None,

    /// <summary>The start of an object. Its properties follow, each as the token of its value.</summary>
    StartObject,

    /// <summary>The start of an array. Its elements follow.</summary>
    StartArray,

    /// <summary>A string, including dates.</summary>
    String,

    /// <summary>A number of any size.</summary>
    Number,

    /// <summary>The literal true.</summary>
    True,

    /// <summary>The literal false.</summary>
    False,

    /// <summary>The literal null.</summary>
    Null,

    /// <summary>Binary data or an extension of another format. These kinds do not exist in JSON.</summary>
    Binary,

    /// <summary>The end of an object.</summary>
    EndObject,

    /// <summary>The end of an array.</summary>
    EndArray,
}
