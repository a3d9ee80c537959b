using System.Buffers;
using Blittable.Reading;
using Blittable.Text;
using Blittable.Writing;

namespace Blittable;

/// <summary>Builds documents call by call, without JSON. Values may be of kinds that JSON lacks.</summary>
/// <remarks>
/// <para>A document is one value: a scalar, or a container that is started, filled and ended. A property name precedes its value. A call that is not allowed at
/// the current position throws an <see cref="InvalidOperationException"/> and changes nothing.</para>
/// <para>A value that would exceed the maximum document size of 2 GB is rejected with <see cref="BlittableErrorCode.DocumentTooLarge"/>. If the end of a
/// container exceeds it, the builder discards the current document, like <see cref="Reset"/>.</para>
/// <para>A builder can build many documents in sequence, and remembers their shapes. It is not thread-safe: a call that begins while another call is in
/// progress throws an <see cref="InvalidOperationException"/>.</para>
/// </remarks>
public sealed partial class BlittableBuilder : IDisposable
{
    private readonly ValueWriter _writer;
    private readonly BlittableOptions _options;
    private bool _isNamed;
    private bool _restart;
    private bool _isComplete;

    /// <summary>The expansion limit of the document. It has none, unless a value with a limit was copied into it.</summary>
    private MixedLimit _limit = MixedLimit.None;

    private readonly BiasedUse _use = new(nameof(BlittableBuilder));

    /// <summary>Creates a builder at the start of a document.</summary>
    /// <param name="options">Specifies how values are stored. If <see langword="null"/>, memory mode is used.</param>
    public BlittableBuilder(BlittableOptions? options = null)
        : this(options, Array.MaxLength)
    {
    }

    /// <summary>Creates a builder with a smaller maximum document size. For tests.</summary>
    internal BlittableBuilder(BlittableOptions? options, int maxCapacity)
    {
        _options = options ?? BlittableOptions.Default;
        _writer = new ValueWriter(_options) { MaxCapacity = maxCapacity };
        _writer.BeginBuilding();
    }

    /// <summary>Starts an object.</summary>
    /// <exception cref="BlittableException">Containers are nested too deeply.</exception>
    /// <exception cref="InvalidOperationException">A value is not allowed at the current position.</exception>
    public void WriteStartObject() => Start(isArray: false);

    /// <summary>Ends the innermost open object.</summary>
    /// <exception cref="InvalidOperationException">The innermost open container is not an object, or a name has no value yet.</exception>
    public void WriteEndObject()
    {
        using var use = _use.Enter();
        Resume();
        Require(_writer.Scope == Scope.Object && !_isNamed, "end an object");
        End();
    }

    /// <summary>Starts an array.</summary>
    /// <exception cref="BlittableException">Containers are nested too deeply.</exception>
    /// <exception cref="InvalidOperationException">A value is not allowed at the current position.</exception>
    public void WriteStartArray() => Start(isArray: true);

    /// <summary>Ends the innermost open array.</summary>
    /// <exception cref="InvalidOperationException">The innermost open container is not an array.</exception>
    public void WriteEndArray()
    {
        using var use = _use.Enter();
        Resume();
        Require(_writer.Scope == Scope.Array, "end an array");
        End();
    }

    /// <summary>Writes the name of the next property. Duplicate names are stored; a lookup finds the last of them.</summary>
    /// <param name="utf8Name">The unescaped name.</param>
    /// <exception cref="BlittableException">The name is not valid UTF-8.</exception>
    /// <exception cref="InvalidOperationException">No object is open, or the last name has no value yet.</exception>
    public void WritePropertyName(ReadOnlySpan<byte> utf8Name)
    {
        using var use = _use.Enter();
        BeforeName();
        WriteName(utf8Name);
        _isNamed = true;
    }

    /// <inheritdoc cref="WritePropertyName(ReadOnlySpan{byte})"/>
    /// <param name="name">The prepared name.</param>
    public void WritePropertyName(BlittableName name)
    {
        ArgumentNullException.ThrowIfNull(name);
        WritePropertyName(name.Utf8);
    }

    /// <inheritdoc cref="WritePropertyName(ReadOnlySpan{byte})"/>
    /// <param name="name">The unescaped name.</param>
    public void WritePropertyName(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        using var use = _use.Enter();
        BeforeName();
        if (!_writer.TryExpectedName(name))
        {
            WriteName(Utf8Text.Encode(name));
        }

        _isNamed = true;
    }

    /// <summary>Returns the completed document. The next call starts another document.</summary>
    /// <returns>The document, valid until the builder is used again.</returns>
    /// <exception cref="InvalidOperationException">Nothing was written, or a container is still open.</exception>
    public ReadOnlySpan<byte> Finish()
    {
        using var use = _use.Enter();
        var document = FinishDocument();
        _use.GiveBack();
        return document;
    }

    /// <summary>Writes the completed document to an output. The next call starts another document.</summary>
    /// <param name="output">The output. It receives the document in a single write.</param>
    /// <exception cref="InvalidOperationException">Nothing was written, or a container is still open.</exception>
    public void Finish(IBufferWriter<byte> output)
    {
        ArgumentNullException.ThrowIfNull(output);
        using var use = _use.Enter();
        output.Write(FinishDocument());
        _use.GiveBack();
    }

    /// <summary>Returns the completed document as a copy that does not depend on the builder. The next call starts another document.</summary>
    /// <exception cref="InvalidOperationException">Nothing was written, or a container is still open.</exception>
    public BlittableDocument ToDocument()
    {
        using var use = _use.Enter();
        var limit = _limit;
        var document = FinishDocument().ToArray();
        _use.GiveBack();
        return BlittableDocument.OpenLimited(document, _options.Dictionary, limit.Of(document.Length, _options.Dictionary is not null));
    }

    /// <summary>Gets the maximum JSON size of all values written so far.</summary>
    internal long MaxExpandedText => _writer.ExpandedText;

    /// <summary>Discards the current document and starts another.</summary>
    public void Reset()
    {
        using var use = _use.Enter();
        StartAnew();
    }

    /// <summary>Releases the buffers.</summary>
    /// <exception cref="InvalidOperationException">Another call is using the builder.</exception>
    public void Dispose()
    {
        if (_use.TryDispose())
        {
            _writer.Trim(0);
        }
    }

    /// <summary>Begins the next document after <see cref="Finish()"/> or <see cref="Reset"/>. Not done earlier, because the finished bytes remain valid until
    /// the next use.</summary>
    private void Resume()
    {
        if (_restart)
        {
            _restart = false;
            _writer.BeginBuilding();
        }
    }

    private void StartAnew()
    {
        _isComplete = _isNamed = false;
        _restart = true;
        _limit = MixedLimit.None;
    }

    private ReadOnlySpan<byte> FinishDocument()
    {
        Resume();
        Require(_isComplete, "finish the document");
        _isComplete = false;
        var document = _writer.FinishBuilding();
        _restart = true;
        _limit = MixedLimit.None;
        return document;
    }

    private void BeforeName()
    {
        Resume();
        Require(_writer.Scope == Scope.Object && !_isNamed, "write a property name");
    }

    /// <summary>Writes a name. An expected name was validated when it was first written.</summary>
    private void WriteName(ReadOnlySpan<byte> utf8Name)
    {
        if (!_writer.TryExpectedName(utf8Name))
        {
            Utf8Validation.Require(utf8Name);
            _writer.PropertyName(utf8Name);
        }
    }

    private void Start(bool isArray)
    {
        using var use = _use.Enter();
        BeforeValue();
        _writer.BeginContainer(isArray);
        _isNamed = false;
    }

    private void End()
    {
        try
        {
            _writer.EndContainer();
        }
        catch
        {
            // The container that did not fit has been closed, but is not a value.
            StartAnew();
            throw;
        }

        AfterValue();
    }

    private void BeforeValue()
    {
        Resume();
        Require(!_isComplete && (_writer.Scope != Scope.Object || _isNamed), "write a value");
    }

    /// <summary>Ends the use of the name. Only called after a value was written: if writing a value fails, the name can be used for another value.</summary>
    private void AfterValue()
    {
        _isNamed = false;
        _isComplete = _writer.Scope == Scope.Document;
    }

    private void Require(bool condition, string action)
    {
        if (!condition)
        {
            throw new InvalidOperationException($"Cannot {action}: {State()}.");
        }
    }

    private string State() => _isComplete ? "the document is already complete"
        : _isNamed ? "the last property name has no value yet"
        : _writer.Scope switch
        {
            Scope.Object => "the open object accepts only a property name or its end",
            Scope.Array => "the innermost open container is an array",
            _ => "the document has no value",
        };
}
