using System.Buffers;
using Grpc.Core;

namespace Blittable.Adapters.Tests.Grpc;

/// <summary>Sends documents over gRPC in their binary form.</summary>
internal static class DocumentMarshaller
{
    /// <summary>Creates a marshaller.</summary>
    /// <param name="dictionary">The dictionary of both ends.</param>
    /// <param name="refusal">The status for a message that is not a document: <c>InvalidArgument</c> on a server, <c>DataLoss</c> on a client.</param>
    public static Marshaller<BlittableDocument> Create(BlittableDictionary? dictionary, StatusCode refusal) => new(
        (document, context) =>
        {
            var bytes = document.GetBytesFor(dictionary);
            context.SetPayloadLength(bytes.Length);
            context.GetBufferWriter().Write(bytes.Span);
            context.Complete();
        },
        context =>
        {
            try
            {
                var document = BlittableDocument.Open(context.PayloadAsNewBuffer(), dictionary);
                document.Validate();
                return document;
            }
            catch (BlittableException fault)
            {
                throw new RpcException(new Status(refusal, fault.Message, fault));
            }
        });
}
