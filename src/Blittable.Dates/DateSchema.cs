namespace Blittable.Dates;

/// <summary>Selects how a <see cref="Timestamp"/> is encoded as a MessagePack extension.</summary>
/// <remarks>
/// The header is <c>d4 d5 d6 d7 d8</c> and the type for payloads of 1, 2, 4, 8 and 16 bytes, <c>c7 length type</c> for others.
/// Integers use MessagePack's shortest big-endian form, except in the RAW schemas, whose integers are little-endian and have no tags.
/// </remarks>
public enum DateSchema
{
    /// <summary>MP_FULL: seconds since 1970, offset (the unsigned number of its 16 bits), zone index, nanoseconds; always all four.</summary>
    MpFull,

    /// <summary>MP_NONZERO: the fields of <see cref="MpFull"/>, cut after the last that is not zero.</summary>
    MpNonZero,

    /// <summary>RAW_FULL: int64 seconds since 1970, uint32 nanoseconds, int16 offset, uint16 zone index.</summary>
    RawFull,

    /// <summary>RAW_NONZERO: the int64 alone if the rest is zero, else RAW_FULL.</summary>
    RawNonZero,

    /// <summary>TNT_EPOCH: <see cref="MpNonZero"/> with seconds since 2011.</summary>
    TntEpoch,

    /// <summary>MP_DATE: days since 1970 and second of the day, then offset, zone index and nanoseconds; cut after the last that is not zero.</summary>
    MpDate,

    /// <summary>TNT_EPOCH_DATE: <see cref="MpDate"/> with days since 2011.</summary>
    TntEpochDate,
}
