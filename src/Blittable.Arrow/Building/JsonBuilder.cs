using System.Buffers;
using System.Text;
using Apache.Arrow.Types;
using Blittable.Arrow.Schemas;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Builds a column of JSON text for values of any kind.</summary>
/// <param name="name">The name of the column, for messages.</param>
/// <param name="hasNullTexts">true to store a JSON null as the text <c>null</c>, because an Arrow null represents an absent property; otherwise, false.</param>
internal sealed class JsonBuilder(string name, bool hasNullTexts) : BytesBuilder(StringType.Default)
{
    private readonly ArrayBufferWriter<byte> _scratch = new();

    public override void Add(in BlittableValue value)
    {
        if (!hasNullTexts)
        {
            base.Add(value);
            return;
        }

        AddValidity(isValid: true);
        AddValue(value);
    }

    protected override BlittableException? FaultOf(GivenField given, in BlittableValue value)
    {
        if (!ReplacesUnfitValues)
        {
            return base.FaultOf(given, value);
        }

        try
        {
            _scratch.ResetWrittenCount();
            value.WriteJson(_scratch);
            return null;
        }
        catch (BlittableException fault) when (fault.Code == BlittableErrorCode.NotJson)
        {
            return given.FaultOf(value, Row);
        }
    }

    protected override void AddValue(in BlittableValue value)
    {
        try
        {
            value.WriteJson(Bytes);
        }
        catch (BlittableException fault) when (fault.Code == BlittableErrorCode.NotJson)
        {
            throw new BlittableException(fault.Code, $"Column '{name}' cannot store the JSON text of the value in row {Row}: {fault.Message}", fault.Offset, innerException: fault);
        }

        EndValue();
    }

    protected override void AddValue(in QueryValue value)
    {
        Encoding.UTF8.GetBytes(value.ToJson(), Bytes);
        EndValue();
    }
}
