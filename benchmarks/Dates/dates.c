/*
 * The seven date schemas of docs/DATES.md in C, with which the suite "dates" compares. The suite compiles this file itself if gcc or clang is installed:
 *
 *     gcc -std=c11 -O3 -march=native -fPIC -shared -o gcc.so benchmarks/Dates/dates.c
 *     BLITTABLE_DATES_REFERENCE=$PWD/gcc.so dotnet run -c Release --project benchmarks -- dates
 *
 * A date is a MessagePack extension of type 3, a header and a payload:
 *
 *     d4 03, d5 03, d6 03, d7 03, d8 03    a payload of 1, 2, 4, 8 or 16 bytes
 *     c7 LENGTH 03                         a payload of any other length, including 0
 *
 * Payloads of the MP and TNT schemas are MessagePack integers in their shortest form, big-endian:
 *
 *     MP_FULL           seconds, offset, zone index, nanoseconds; always all four
 *     MP_NONZERO        as MP_FULL, without the zeros at the end; 1970-01-01T00:00:00Z is an empty payload
 *     TNT_EPOCH         as MP_NONZERO, with seconds since 2011-01-01T00:00:00Z
 *     MP_DATE           days, second of the day, offset, zone index, nanoseconds, without the zeros at the end
 *     TNT_EPOCH_DATE    as MP_DATE, with days since 2011-01-01
 *
 * The offset is stored as its 16 bits, which are an unsigned number. Days are rounded down. Payloads of the RAW schemas are little-endian:
 *
 *     RAW_FULL          bytes 0-7 seconds, 8-11 nanoseconds, 12-13 offset, 14-15 zone index
 *     RAW_NONZERO       bytes 0-7 seconds if the rest is zero, otherwise as RAW_FULL
 *
 * Decoders accept headers and integers that are longer than necessary and check every field. Unlike the .NET decoders, they trust that the whole record is
 * readable, which saves them a comparison.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define INLINE static inline __attribute__((always_inline))

enum { EXTENSION_TYPE = 3, SECONDS_PER_DAY = 86400, EPOCH_1970 = 0, EPOCH_2011 = 1293840000 };

typedef struct
{
    int64_t seconds;
    uint32_t nanoseconds;
    int16_t offset;
    uint16_t zone;
} record;

/* Bytes are stored one by one: compilers combine them into one store, and a byte swap where it is needed. */

INLINE uint8_t *put_big(uint8_t *to, uint8_t tag, uint64_t number, int bytes)
{
    *to++ = tag;
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8)
        *to++ = (uint8_t)(number >> shift);
    return to;
}

INLINE uint64_t get_big(const uint8_t *from, int bytes)
{
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++)
        number = number << 8 | from[i];
    return number;
}

INLINE uint8_t *put_little(uint8_t *to, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *to++ = (uint8_t)(number >> 8 * i);
    return to;
}

INLINE uint64_t get_little(const uint8_t *from, int bytes)
{
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++)
        number |= (uint64_t)from[i] << 8 * i;
    return number;
}

/* Headers */

INLINE uint8_t *put_header(uint8_t *to, size_t length)
{
    switch (length)
    {
        case 1: *to++ = 0xd4; break;
        case 2: *to++ = 0xd5; break;
        case 4: *to++ = 0xd6; break;
        case 8: *to++ = 0xd7; break;
        case 16: *to++ = 0xd8; break;
        default: *to++ = 0xc7; *to++ = (uint8_t)length; break;
    }
    *to++ = EXTENSION_TYPE;
    return to;
}

/* Returns the payload, or null for another type. */
INLINE const uint8_t *get_header(const uint8_t *from, size_t *length)
{
    if (*from >= 0xd4 && *from <= 0xd8)
    {
        *length = (size_t)1 << (*from - 0xd4);
        from += 1;
    }
    else if (*from == 0xc7)
    {
        *length = from[1];
        from += 2;
    }
    else
    {
        return NULL;
    }
    return *from == EXTENSION_TYPE ? from + 1 : NULL;
}

/* Integers of MessagePack */

INLINE size_t number_length(int64_t number)
{
    if (number >= 0)
        return number <= 0x7f ? 1 : number <= UINT8_MAX ? 2 : number <= UINT16_MAX ? 3 : number <= UINT32_MAX ? 5 : 9;
    return number >= -32 ? 1 : number >= INT8_MIN ? 2 : number >= INT16_MIN ? 3 : number >= INT32_MIN ? 5 : 9;
}

INLINE uint8_t *put_number(uint8_t *to, int64_t number)
{
    const bool is_negative = number < 0;
    switch (number_length(number))
    {
        case 1: *to = (uint8_t)number; return to + 1;
        case 2: return put_big(to, is_negative ? 0xd0 : 0xcc, (uint64_t)number, 1);
        case 3: return put_big(to, is_negative ? 0xd1 : 0xcd, (uint64_t)number, 2);
        case 5: return put_big(to, is_negative ? 0xd2 : 0xce, (uint64_t)number, 4);
        default: return put_big(to, is_negative ? 0xd3 : 0xcf, (uint64_t)number, 8);
    }
}

/* Reads a number and advances. Returns false at the end, and without advancing if there is no integer or if it does not fit. */
INLINE bool get_number(const uint8_t **from, const uint8_t *end, int64_t *number)
{
    const uint8_t *at = *from;
    if (at == end)
        return false;
    const uint8_t tag = *at++;
    const ptrdiff_t left = end - at;
    ptrdiff_t length;
    switch (tag)
    {
        case 0xcc: length = 1; *number = (int64_t)get_big(at, 1); break;
        case 0xcd: length = 2; *number = (int64_t)get_big(at, 2); break;
        case 0xce: length = 4; *number = (int64_t)get_big(at, 4); break;
        case 0xcf: length = 8; *number = (int64_t)get_big(at, 8); break;
        case 0xd0: length = 1; *number = (int8_t)get_big(at, 1); break;
        case 0xd1: length = 2; *number = (int16_t)get_big(at, 2); break;
        case 0xd2: length = 4; *number = (int32_t)get_big(at, 4); break;
        case 0xd3: length = 8; *number = (int64_t)get_big(at, 8); break;
        default:
            if (tag > 0x7f && tag < 0xe0)
                return false;
            length = 0;
            *number = (int8_t)tag;
            break;
    }
    if (length > left || (tag == 0xcf && *number < 0))
        return false;
    *from = at + length;
    return true;
}

/* The MP and TNT schemas. The last three parameters are constants of a schema, so each schema gets its own code. */

INLINE uint8_t *encode_fields(const record *value, uint8_t *to, int64_t epoch, bool has_days, bool is_cut)
{
    enum { NONE, CLOCK, SECOND, OFFSET, ZONE, NANOSECONDS } last;
    int64_t clock = (int64_t)((uint64_t)value->seconds - (uint64_t)epoch), second = 0;
    if (has_days)
    {
        second = clock % SECONDS_PER_DAY;
        clock /= SECONDS_PER_DAY;
        if (second < 0)
        {
            second += SECONDS_PER_DAY;
            clock--;
        }
    }
    const uint16_t offset = (uint16_t)value->offset;
    if (!is_cut || value->nanoseconds != 0)
        last = NANOSECONDS;
    else if (value->zone != 0)
        last = ZONE;
    else if (offset != 0)
        last = OFFSET;
    else if (second != 0)
        last = SECOND;
    else
        last = clock != 0 ? CLOCK : NONE;

    size_t length = last >= CLOCK ? number_length(clock) : 0;
    length += has_days && last >= SECOND ? number_length(second) : 0;
    length += last >= OFFSET ? number_length(offset) : 0;
    length += last >= ZONE ? number_length(value->zone) : 0;
    length += last >= NANOSECONDS ? number_length(value->nanoseconds) : 0;

    to = put_header(to, length);
    if (last >= CLOCK)
        to = put_number(to, clock);
    if (has_days && last >= SECOND)
        to = put_number(to, second);
    if (last >= OFFSET)
        to = put_number(to, offset);
    if (last >= ZONE)
        to = put_number(to, value->zone);
    if (last >= NANOSECONDS)
        to = put_number(to, value->nanoseconds);
    return to;
}

INLINE bool decode_fields(const uint8_t *from, record *value, int64_t epoch, bool has_days, bool is_cut)
{
    size_t length;
    const uint8_t *at = get_header(from, &length);
    if (at == NULL)
        return false;
    const uint8_t *end = at + length;
    int64_t clock = 0, second = 0, offset = 0, zone = 0, nanoseconds = 0;
    const bool has_all = get_number(&at, end, &clock) && (!has_days || get_number(&at, end, &second)) && get_number(&at, end, &offset)
        && get_number(&at, end, &zone) && get_number(&at, end, &nanoseconds);
    if (at != end || (!is_cut && !has_all))
        return false;
    if (has_days)
    {
        /* A program that divides unsigned seconds writes days of up to 2^64 / 86400. Their product, modulo 2^64, is the right second. */
        if (clock < INT64_MIN / SECONDS_PER_DAY - 1 || clock > (int64_t)(UINT64_MAX / SECONDS_PER_DAY) || second < 0 || second >= SECONDS_PER_DAY)
            return false;
        clock = (int64_t)((uint64_t)clock * SECONDS_PER_DAY + (uint64_t)second);
    }
    if (offset < INT16_MIN || offset > UINT16_MAX || zone < 0 || zone > UINT16_MAX || nanoseconds < 0 || nanoseconds > UINT32_MAX)
        return false;
    value->seconds = (int64_t)((uint64_t)clock + (uint64_t)epoch);
    value->nanoseconds = (uint32_t)nanoseconds;
    value->offset = (int16_t)offset;
    value->zone = (uint16_t)zone;
    return true;
}

/* The RAW schemas */

INLINE uint8_t *encode_raw(const record *value, uint8_t *to, bool is_cut)
{
    const bool is_short = is_cut && value->nanoseconds == 0 && value->offset == 0 && value->zone == 0;
    to = put_header(to, is_short ? 8 : 16);
    to = put_little(to, (uint64_t)value->seconds, 8);
    if (is_short)
        return to;
    to = put_little(to, value->nanoseconds, 4);
    to = put_little(to, (uint16_t)value->offset, 2);
    return put_little(to, value->zone, 2);
}

INLINE bool decode_raw(const uint8_t *from, record *value, bool is_cut)
{
    size_t length;
    from = get_header(from, &length);
    if (from == NULL || (length != 16 && (!is_cut || length != 8)))
        return false;
    *value = (record){ .seconds = (int64_t)get_little(from, 8) };
    if (length == 16)
    {
        value->nanoseconds = (uint32_t)get_little(from + 8, 4);
        value->offset = (int16_t)get_little(from + 12, 2);
        value->zone = (uint16_t)get_little(from + 14, 2);
    }
    return true;
}

/* Returns the record at an index. The volatile read stops the compiler from decoding the key of a search only once. */
#define RECORD_AT(starts, index) (*(const uint8_t *const volatile *)&(starts)[index])

/*
 * Defines three functions of a schema:
 *     dates_encode_SCHEMA    encodes records one after another, stores the start of each, and returns the number of bytes
 *     dates_decode_SCHEMA    decodes records and returns their number, or -1
 *     dates_search_SCHEMA    searches for every record of a sorted list in order. Each comparison decodes both records again. Returns the number of
 *                            comparisons, or -1
 */
#define DEFINE_SCHEMA(NAME, ENCODE, DECODE) \
    int64_t dates_encode_##NAME(const record *values, int count, uint8_t *buffer, const uint8_t **starts) \
    { \
        uint8_t *to = buffer; \
        for (int i = 0; i < count; i++) \
        { \
            const record *value = &values[i]; \
            starts[i] = to; \
            to = ENCODE; \
        } \
        return to - buffer; \
    } \
    \
    int64_t dates_decode_##NAME(const uint8_t **starts, int count, record *values) \
    { \
        for (int i = 0; i < count; i++) \
        { \
            const uint8_t *from = starts[i]; \
            record *value = &values[i]; \
            if (!DECODE) \
                return -1; \
        } \
        return count; \
    } \
    \
    INLINE bool decode_##NAME(const uint8_t *from, record *value) \
    { \
        return DECODE; \
    } \
    \
    int64_t dates_search_##NAME(const uint8_t **starts, int count) \
    { \
        int64_t comparisons = 0; \
        for (int key = 0; key < count; key++) \
        { \
            int low = 0, high = count - 1; \
            while (low <= high) \
            { \
                const int middle = (int)((unsigned)(low + high) >> 1); \
                record left, right; \
                if (!decode_##NAME(RECORD_AT(starts, middle), &left) || !decode_##NAME(RECORD_AT(starts, key), &right)) \
                    return -1; \
                comparisons++; \
                if (left.seconds < right.seconds) \
                    low = middle + 1; \
                else if (left.seconds > right.seconds) \
                    high = middle - 1; \
                else if (left.nanoseconds < right.nanoseconds) \
                    low = middle + 1; \
                else if (left.nanoseconds > right.nanoseconds) \
                    high = middle - 1; \
                else \
                    break; \
            } \
        } \
        return comparisons; \
    }

DEFINE_SCHEMA(MP_FULL, encode_fields(value, to, EPOCH_1970, false, false), decode_fields(from, value, EPOCH_1970, false, false))
DEFINE_SCHEMA(MP_NONZERO, encode_fields(value, to, EPOCH_1970, false, true), decode_fields(from, value, EPOCH_1970, false, true))
DEFINE_SCHEMA(RAW_FULL, encode_raw(value, to, false), decode_raw(from, value, false))
DEFINE_SCHEMA(RAW_NONZERO, encode_raw(value, to, true), decode_raw(from, value, true))
DEFINE_SCHEMA(TNT_EPOCH, encode_fields(value, to, EPOCH_2011, false, true), decode_fields(from, value, EPOCH_2011, false, true))
DEFINE_SCHEMA(MP_DATE, encode_fields(value, to, EPOCH_1970, true, true), decode_fields(from, value, EPOCH_1970, true, true))
DEFINE_SCHEMA(TNT_EPOCH_DATE, encode_fields(value, to, EPOCH_2011, true, true), decode_fields(from, value, EPOCH_2011, true, true))
