using Apache.Arrow.Ipc;
using ParquetSharp;

namespace Blittable.Benchmarks.Columns;

/// <summary>Provides the other formats, each with the encodings and the compression that correspond to the measured forms.</summary>
internal static class SeriesPeers
{
    public static IReadOnlyList<SeriesPeer> All { get; } =
    [
        new ParquetPeer("Parquet PLAIN", Encoding.Plain, Compression.Uncompressed),
        new ParquetPeer("Parquet PLAIN+LZ4", Encoding.Plain, Compression.Lz4),
        new ParquetPeer("Parquet DELTA", Encoding.DeltaBinaryPacked, Compression.Uncompressed),
        new ParquetPeer("Parquet DELTA+LZ4", Encoding.DeltaBinaryPacked, Compression.Lz4),
        new ArrowPeer("Arrow", null),
        new ArrowPeer("Arrow+LZ4", CompressionCodecType.Lz4Frame),
        new DuckDbPeer("DuckDB", null),
        new DuckDbPeer("DuckDB uncompressed", "uncompressed"),
    ];
}
