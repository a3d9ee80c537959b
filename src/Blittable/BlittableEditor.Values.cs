using Blittable.Dates;
using Blittable.Layout;

namespace Blittable;

/// <content>Values of the framework's types, without JSON in between.</content>
public sealed partial class BlittableEditor
{
    private BlittableBuilder? _builder;

    /// <summary>Makes a value call by call; its options are the editor's, but for the dictionary.</summary>
    private BlittableBuilder Builder => _builder ??= new BlittableBuilder(_options with { Dictionary = null });

    /// <summary>Puts null where the path leads: in the place of what is there, or as a new last property of an object.</summary>
    /// <inheritdoc cref="Set(BlittablePath, BlittableValue)" path="/param | /exception"/>
    public void SetNull(BlittablePath path)
    {
        Builder.WriteNull();
        SetBuilt(path);
    }

    /// <summary>Puts true or false where the path leads: in the place of what is there, or as a new last property of an object.</summary>
    /// <inheritdoc cref="Set(BlittablePath, BlittableValue)" path="/param | /exception"/>
    public void SetBoolean(BlittablePath path, bool value)
    {
        Builder.WriteBoolean(value);
        SetBuilt(path);
    }

    /// <summary>Puts a number where the path leads: in the place of what is there, or as a new last property of an object.</summary>
    /// <inheritdoc cref="Set(BlittablePath, BlittableValue)" path="/param | /exception"/>
    public void SetNumber(BlittablePath path, long value)
    {
        Builder.WriteNumber(value);
        SetBuilt(path);
    }

    /// <inheritdoc cref="SetNumber(BlittablePath, long)"/>
    public void SetNumber(BlittablePath path, ulong value)
    {
        Builder.WriteNumber(value);
        SetBuilt(path);
    }

    /// <inheritdoc cref="SetNumber(BlittablePath, long)"/>
    public void SetNumber(BlittablePath path, double value)
    {
        Builder.WriteNumber(value);
        SetBuilt(path);
    }

    /// <inheritdoc cref="SetNumber(BlittablePath, long)"/>
    public void SetNumber(BlittablePath path, decimal value)
    {
        Builder.WriteNumber(value);
        SetBuilt(path);
    }

    /// <summary>Puts a string where the path leads: in the place of what is there, or as a new last property of an object.</summary>
    /// <inheritdoc cref="Set(BlittablePath, BlittableValue)" path="/param"/>
    /// <exception cref="BlittableException">As <see cref="Set(BlittablePath, BlittableValue)"/>; or the text is not UTF-8, or has half of a surrogate pair.</exception>
    public void SetString(BlittablePath path, ReadOnlySpan<char> value)
    {
        Builder.WriteString(value);
        SetBuilt(path);
    }

    /// <inheritdoc cref="SetString(BlittablePath, ReadOnlySpan{char})"/>
    public void SetString(BlittablePath path, string value)
    {
        ArgumentNullException.ThrowIfNull(value);
        SetString(path, value.AsSpan());
    }

    /// <inheritdoc cref="SetString(BlittablePath, ReadOnlySpan{char})"/>
    public void SetString(BlittablePath path, ReadOnlySpan<byte> value)
    {
        Builder.WriteString(value);
        SetBuilt(path);
    }

    /// <summary>Puts a GUID, as its text, where the path leads: in the place of what is there, or as a new last property of an object.</summary>
    /// <inheritdoc cref="Set(BlittablePath, BlittableValue)" path="/param | /exception"/>
    public void SetGuid(BlittablePath path, Guid value)
    {
        Builder.WriteGuid(value);
        SetBuilt(path);
    }

    /// <summary>Puts a date where the path leads: in the place of what is there, or as a new last property of an object.</summary>
    /// <inheritdoc cref="Set(BlittablePath, BlittableValue)" path="/param"/>
    /// <exception cref="BlittableException">As <see cref="Set(BlittablePath, BlittableValue)"/>; or the date has no text.</exception>
    public void SetDate(BlittablePath path, in Timestamp value, DateTextForm form)
    {
        Builder.WriteDate(value, form);
        SetBuilt(path);
    }

    /// <inheritdoc cref="SetDate(BlittablePath, in Timestamp, DateTextForm)"/>
    public void SetDate(BlittablePath path, DateTimeOffset value)
    {
        Builder.WriteDate(value);
        SetBuilt(path);
    }

    /// <inheritdoc cref="SetDate(BlittablePath, in Timestamp, DateTextForm)"/>
    public void SetDate(BlittablePath path, DateTime value)
    {
        Builder.WriteDate(value);
        SetBuilt(path);
    }

    /// <inheritdoc cref="SetDate(BlittablePath, in Timestamp, DateTextForm)"/>
    public void SetDate(BlittablePath path, DateOnly value)
    {
        Builder.WriteDate(value);
        SetBuilt(path);
    }

    private void SetBuilt(BlittablePath path) => Set(path, BlittableValue.Open(Builder.Finish()).WithLimit(ExpansionLimit.None));
}
