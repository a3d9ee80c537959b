using Blittable.Dates;
using Blittable.Layout;

namespace Blittable;

/// <content>Values of .NET types, without intermediate JSON.</content>
public sealed partial class BlittableEditor
{
    private BlittableBuilder? _builder;

    /// <summary>Gets the builder for new values. It has the options of the editor, except for the dictionary.</summary>
    private BlittableBuilder Builder => _builder ??= new BlittableBuilder(_options with { Dictionary = null });

    /// <summary>Sets the value at a path to null. If it does not exist, a property is added at the end of its object.</summary>
    /// <inheritdoc cref="Set(BlittablePath, BlittableValue)" path="/param | /exception"/>
    public void SetNull(BlittablePath path)
    {
        Builder.WriteNull();
        SetBuilt(path);
    }

    /// <summary>Sets the value at a path to a boolean. If it does not exist, a property is added at the end of its object.</summary>
    /// <inheritdoc cref="Set(BlittablePath, BlittableValue)" path="/param | /exception"/>
    public void SetBoolean(BlittablePath path, bool value)
    {
        Builder.WriteBoolean(value);
        SetBuilt(path);
    }

    /// <summary>Sets the value at a path to a number. If it does not exist, a property is added at the end of its object.</summary>
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

    /// <summary>Sets the value at a path to a string. If it does not exist, a property is added at the end of its object.</summary>
    /// <inheritdoc cref="Set(BlittablePath, BlittableValue)" path="/param"/>
    /// <exception cref="BlittableException">The text is not valid UTF-8 or contains a lone surrogate, or the value cannot be set (see
    /// <see cref="Set(BlittablePath, BlittableValue)"/>).</exception>
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

    /// <summary>Sets the value at a path to the text of a GUID. If it does not exist, a property is added at the end of its object.</summary>
    /// <inheritdoc cref="Set(BlittablePath, BlittableValue)" path="/param | /exception"/>
    public void SetGuid(BlittablePath path, Guid value)
    {
        Builder.WriteGuid(value);
        SetBuilt(path);
    }

    /// <summary>Sets the value at a path to a date. If it does not exist, a property is added at the end of its object.</summary>
    /// <inheritdoc cref="Set(BlittablePath, BlittableValue)" path="/param"/>
    /// <exception cref="BlittableException">The date has no text in this form, or the value cannot be set (see
    /// <see cref="Set(BlittablePath, BlittableValue)"/>).</exception>
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
