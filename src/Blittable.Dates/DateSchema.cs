namespace Blittable.Dates;

/// <summary>Specifies how a <see cref="Timestamp"/> is encoded as a MessagePack extension.</summary>
/// <remarks>
/// Payloads of 1, 2, 4, 8 and 16 bytes have the headers <c>d4 d5 d6 d7 d8</c>, each followed by the type. Other payloads have the header <c>c7 length type</c>.
/// Integers use MessagePack's shortest big-endian form, except in the RAW schemas, whose integers are little-endian and have no tags.
/// </remarks>
public enum DateSchema
{
    /// <summary>MP_FULL: seconds since 1970, offset (its 16 bits as an unsigned number), zone index, nanoseconds. Always contains all four fields.</summary>
    MpFull,

    /// <summary>MP_NONZERO: the fields of <see cref="MpFull"/> without trailing zero fields.</summary>
    MpNonZero,

    /// <summary>RAW_FULL: int64 seconds since 1970, uint32 nanoseconds, int16 offset, uint16 zone index.</summary>
    RawFull,

    /// <summary>RAW_NONZERO: only the int64 if all other fields are zero; otherwise, RAW_FULL.</summary>
    RawNonZero,

    /// <summary>TNT_EPOCH: <see cref="MpNonZero"/> with seconds since 2011.</summary>
    TntEpoch,

    /// <summary>MP_DATE: days since 1970, second of the day, offset, zone index and nanoseconds, without trailing zero fields.</summary>
    MpDate,

    /// <summary>TNT_EPOCH_DATE: <see cref="MpDate"/> with days since 2011.</summary>
    TntEpochDate,
}
